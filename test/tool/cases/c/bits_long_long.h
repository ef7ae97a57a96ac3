/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 16/8 | a..b MPI_BYTE@0*8+1, c MPI_INT@8 | | 4 */
/* remark: 5: bit-fields 'a' to 'b' travel as the 8 bytes that hold them */
/*~ AutoMap_Begin */
struct s { long long a : 40; unsigned long long b : 20; int c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
