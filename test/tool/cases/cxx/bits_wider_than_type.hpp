/* bit-fields: s.c */
/* layout: struct s (AutoMap_s): 8/4 | n MPI_INT@0, c MPI_BYTE@4, t MPI_SHORT@6 | 5:1 | 0 */
/* remark: 5: bit-field 'c' travels as the byte that holds it */
/*~ AutoMap_Begin */
struct s { int n; char c : 12; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
