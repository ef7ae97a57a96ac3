/* bit-fields: s.a s.b s.c s.d */
/* layout: struct s (AutoMap_s): 24/8 | a MPI_BYTE@0*4+1, b..d MPI_BYTE@8*11+1 | 4:4 | 5 */
/* remark: 5: bit-fields 'a' to 'd' travel as the 15 bytes that hold them */
/*~ AutoMap_Begin */
struct s { int a : 32; long long b : 64; short c : 16; char d : 8; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
