/* layout: union raw: 8/8 | MPI_BYTE@0*8+1 | | 0 */
/* remark: 6: field 'p' is a pointer: sent as bytes it means nothing on another rank */
/* layout: struct base: 8/8 | r MPI_BYTE@0*8+1 | | 0 */
/* layout: struct s (AutoMap_s): 16/8 | r MPI_BYTE@0*8+1, c MPI_CHAR@8 | | 7 */
/*~ AutoMap_Begin */
union raw { int i; void *p; } /*~ AutoMap_Bytes */;
struct base { raw r; };
struct s : base { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
