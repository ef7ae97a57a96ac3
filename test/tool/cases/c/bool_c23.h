/* arguments: -- -std=c2x */
/* compilers: clang */
/* layout: struct flags (AutoMap_flags): 6/2 | yes..many[1] MPI_C_BOOL@0*3+1, s MPI_SHORT@4 | 3:1 | 0 */
/*~ AutoMap_Begin */
struct flags { bool yes; bool many[2]; short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
