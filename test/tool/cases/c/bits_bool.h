/* bit-fields: s.on s.ready */
/* layout: struct s (AutoMap_s): 8/4 | on MPI_BYTE@0, n MPI_INT@4 | 1:3 | 0 */
/* remark: 5: bit-fields 'on' to 'ready' travel as the byte that holds them */
/*~ AutoMap_Begin */
struct s { _Bool on : 1; _Bool ready : 1; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
