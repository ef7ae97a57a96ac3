/* layout: struct s (AutoMap_s): 16/8 | n MPI_INT@0, r MPI_BYTE@8*8+1 | 4:4 | 0 */
/* remark: 4: field 'p' is a pointer: sent as bytes it means nothing on another rank */
/*~ AutoMap_Begin */
union raw { int i; void *p; };
struct s { int n; union raw r /*~ AutoMap_Bytes */; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
