/* bit-fields: flags.a flags.b s.f[0].a s.f[0].b s.f[1].a s.f[1].b s.f[2].a s.f[2].b */
/* layout: struct flags: 2/2 | a..b MPI_BYTE@0*2+1 | | 0 */
/* remark: 6: bit-fields 'a' to 'b' travel as the 2 bytes that hold them */
/* layout: struct s (AutoMap_s): 8/2 | c MPI_CHAR@0, f[0].a..f[2].b MPI_BYTE@2*6+1 | 1:1 | 0 */
/*~ AutoMap_Begin */
struct flags { unsigned char a : 4; unsigned short b : 6; };
struct s { char c; struct flags f[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
