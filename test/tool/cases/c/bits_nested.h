/* bit-fields: flags.a flags.b s.f.a s.f.b */
/* layout: struct flags: 4/4 | a..b MPI_BYTE@0*2+1 | | 2 */
/* remark: 6: bit-fields 'a' to 'b' travel as the 2 bytes that hold them */
/* layout: struct s (AutoMap_s): 16/8 | n MPI_INT@0, f.a..f.b MPI_BYTE@4*2+1, d MPI_DOUBLE@8 | 6:2 | 0 */
/*~ AutoMap_Begin */
struct flags { unsigned a : 3; unsigned b : 11; };
struct s { int n; struct flags f; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
