/* layout: struct wide (AutoMap_wide): 64/32 | c MPI_CHAR@0, f MPI_FLOAT@32, d MPI_CHAR@40 | 1:31 36:4 | 23 */
/*~ AutoMap_Begin */
struct wide { char c; _Alignas(32) float f; _Alignas(double) char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
