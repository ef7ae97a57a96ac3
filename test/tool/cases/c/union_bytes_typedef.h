/* layout: union raw: 4/2 | MPI_BYTE@0*4+1 | | 0 */
/* layout: struct s (AutoMap_s): 12/4 | r MPI_BYTE@0*8+1, n MPI_INT@8 | | 0 */
/*~ AutoMap_Begin */
typedef union { short s; char c[3]; } raw /*~ AutoMap_Bytes */;
struct s { raw r[2]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
