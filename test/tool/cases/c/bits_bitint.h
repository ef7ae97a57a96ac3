/* arguments: -- -std=c2x */
/* compilers: clang */
/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 8/8 | a..b MPI_BYTE@0*5+1 | | 3 */
/* remark: 7: bit-fields 'a' to 'b' travel as the 5 bytes that hold them */
/*~ AutoMap_Begin */
struct s { unsigned _BitInt(7) a : 5; _BitInt(40) b : 33; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
