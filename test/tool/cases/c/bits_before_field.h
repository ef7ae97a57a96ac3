/* bit-fields: s.a */
/* layout: struct s (AutoMap_s): 8/4 | a MPI_BYTE@0*2+1, c MPI_CHAR@2, t MPI_SHORT@4 | 3:1 | 2 */
/* remark: 5: bit-field 'a' travels as the 2 bytes that hold it */
/*~ AutoMap_Begin */
struct s { int a : 12; char c; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
