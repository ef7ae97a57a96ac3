/* layout: struct mix (AutoMap_mix): 8/4 | c MPI_CHAR@0, s MPI_SHORT@1, i MPI_INT@3 | | 1 */
/*~ AutoMap_Begin */
struct __attribute__((packed, aligned(4))) mix { char c; short s; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
