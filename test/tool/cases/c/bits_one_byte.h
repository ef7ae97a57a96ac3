/* bit-fields: s.a s.b s.c */
/* layout: struct s (AutoMap_s): 4/4 | a MPI_BYTE@0, d MPI_CHAR@1 | | 2 */
/* remark: 5: bit-fields 'a' to 'c' travel as the byte that holds them */
/*~ AutoMap_Begin */
struct s { unsigned a : 3, b : 2, c : 3; char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
