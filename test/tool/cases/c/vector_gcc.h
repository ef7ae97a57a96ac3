/* layout: struct simd (AutoMap_simd): 48/16 | c MPI_CHAR@0, a MPI_FLOAT@16*4+4, b MPI_INT@32*4+4 | 1:15 | 0
   */
/*~ AutoMap_Begin */
typedef float v4f __attribute__((vector_size(16)));
typedef int v2i __attribute__((vector_size(8)));
struct simd { char c; v4f a; v2i b[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
