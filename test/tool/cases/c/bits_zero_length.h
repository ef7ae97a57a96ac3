/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 8/4 | a..b MPI_BYTE@0*2+4, c MPI_SHORT@6 | 1:3 5:1 | 0 */
/* remark: 5: bit-fields 'a' to 'b' travel as the 2 bytes that hold them */
/*~ AutoMap_Begin */
struct s { unsigned a : 3; unsigned : 0; unsigned b : 3; short c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
