/* layout: struct wide (AutoMap_wide): 32/32 | i MPI_INT@0, c MPI_CHAR@16 | 4:12 | 15 */
/* layout: struct user (AutoMap_user): 96/32 | c MPI_CHAR@0, w[0].i MPI_INT@32, w[0].c MPI_CHAR@48, w[1].i
   MPI_INT@64, w[1].c MPI_CHAR@80 | 1:31 36:12 49:15 68:12 | 15 */
/*~ AutoMap_Begin */
struct alignas(32) wide { int i; alignas(16) char c; } /*~ AutoMap_TpUsed */;
struct user { char c; wide w[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
