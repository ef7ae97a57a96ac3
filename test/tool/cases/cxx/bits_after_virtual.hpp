/* bit-fields: s.b s.c */
/* layout: struct poly: 16/8 | i MPI_INT@8 | | 4 */
/* layout: struct s (AutoMap_s): 16/8 | i MPI_INT@8, b MPI_BYTE@12, d MPI_CHAR@13 | | 2 */
/* remark: 7: bit-fields 'b' to 'c' travel as the byte that holds them */
/*~ AutoMap_Begin */
struct poly { int i; virtual void f() {} };
struct s : poly { bool b : 1; unsigned c : 3; char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
