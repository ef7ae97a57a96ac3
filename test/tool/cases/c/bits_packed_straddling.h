/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 11/1 | c MPI_CHAR@0, a..b MPI_BYTE@1*8+1, t MPI_SHORT@9 | | 0 */
/* remark: 5: bit-fields 'a' to 'b' travel as the 8 bytes that hold them */
/*~ AutoMap_Begin */
struct __attribute__((packed)) s { char c; unsigned a : 30; unsigned b : 30; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
