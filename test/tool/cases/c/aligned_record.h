/* layout: struct line (AutoMap_line): 64/64 | i MPI_INT@0, c MPI_CHAR@4*3+1 | | 57 */
/*~ AutoMap_Begin */
struct __attribute__((aligned(64))) line { int i; char c[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
