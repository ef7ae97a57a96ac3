/* arguments: -- -std=c2x */
/* compilers: clang */
/* layout: struct sample (AutoMap_sample): 24/8 | x MPI_DOUBLE@0, n MPI_INT@8, s MPI_SHORT@12, f
   MPI_FLOAT@16*2+4 | 14:2 | 0 */
/*~ AutoMap_Begin */
struct sample { double x; typeof(1) n; typeof_unqual((const short)1) s; __typeof__(1.0f) f[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
