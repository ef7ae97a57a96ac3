/* layout: struct s (AutoMap_s): 96/32 | c MPI_CHAR@0, v MPI_DOUBLE@32*4+8, t MPI_SHORT@64 | 1:31 | 30 */
/*~ AutoMap_Begin */
struct s { char c; double v __attribute__((vector_size(32))); short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
