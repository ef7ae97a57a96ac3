/* bit-fields: flags.a flags.b s.f.a s.f.b */
/* layout: struct flags: 8/4 | a MPI_BYTE@0, b MPI_BYTE@4*4+1 | 1:3 | 0 */
/* remark: 7: bit-fields 'a' to 'b' travel as the 5 bytes that hold them */
/* layout: struct s (AutoMap_s): 17/1 | c MPI_CHAR@0, f.a MPI_BYTE@1, f.b MPI_BYTE@5*4+1, d MPI_DOUBLE@9 | 2:3
   | 0 */
/*~ AutoMap_Begin */
struct flags { unsigned a : 3; unsigned b : 30; };
#pragma pack(push, 1)
struct s { char c; struct flags f; double d; } /*~ AutoMap_TpUsed */;
#pragma pack(pop)
/*~ AutoMap_End */
