/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 16/8 | c MPI_CHAR@0, a MPI_BYTE@8 | 1:7 | 7 */
/* remark: 5: bit-fields 'a' to 'b' travel as the byte that holds them */
/*~ AutoMap_Begin */
struct s { char c; int a : 3 __attribute__((aligned(8))); int b : 4; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
