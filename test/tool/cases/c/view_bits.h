/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 8/4 | a..b MPI_BYTE@0*3+1, n MPI_INT@4 | 3:1 | 0 */
/* remark: 7: bit-fields 'a' to 'b' travel as the 3 bytes that hold them */
/* layout: struct s view b (AutoMap_s_b): 8/4 | b MPI_BYTE@1*2+1, n MPI_INT@4 | 3:1 | 0 */
/* remark: 7: bit-field 'b' travels as the 2 bytes that hold it */
/*~ AutoMap_Begin */
struct s { unsigned a : 8; unsigned b : 13; int n; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(b: b, n) */;
/*~ AutoMap_End */
