/* compilers: clang */
/* layout: struct simd (AutoMap_simd): 64/16 | p MPI_FLOAT@0*3+4, q MPI_FLOAT@16*3+4, q[1] MPI_FLOAT@32*3+4, r
   MPI_DOUBLE@48*2+8 | 12:4 28:4 44:4 | 0 */
/*~ AutoMap_Begin */
typedef float float3 __attribute__((ext_vector_type(3)));
typedef double double2 __attribute__((ext_vector_type(2)));
struct simd { float3 p; float3 q[2]; double2 r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
