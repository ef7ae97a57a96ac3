/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 16/8 | h MPI_SHORT@0, a MPI_BYTE@2, c MPI_CHAR@3, b MPI_BYTE@4, d
   MPI_DOUBLE@8 | 5:3 | 0 */
/* remark: 7: bit-field 'a' travels as the byte that holds it */
/* remark: 7: bit-field 'b' travels as the byte that holds it */
/*~ AutoMap_Begin */
struct s { short h; int a : 7; char c; int b : 3; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
