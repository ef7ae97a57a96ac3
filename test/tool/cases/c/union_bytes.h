/* layout: union raw: 16/8 | MPI_BYTE@0*16+1 | | 0 */
/* layout: struct s (AutoMap_s): 24/8 | n MPI_CHAR@0, r MPI_BYTE@8*16+1 | 1:7 | 0 */
/*~ AutoMap_Begin */
union raw { int i; double d; char c[10]; } /*~ AutoMap_Bytes */;
struct s { char n; union raw r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
