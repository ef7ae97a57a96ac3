/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 8/4 | a..b MPI_BYTE@0*2+2, c MPI_INT@4 | 1:1 3:1 | 0 */
/* remark: 5: bit-fields 'a' to 'b' travel as the 2 bytes that hold them */
/*~ AutoMap_Begin */
struct s { unsigned a : 4; unsigned : 12; unsigned b : 4; unsigned : 4; int c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
