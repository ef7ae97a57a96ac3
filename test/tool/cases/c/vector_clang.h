/* compilers: clang */
/*~ AutoMap_Begin */
typedef float float3 __attribute__((ext_vector_type(3)));
typedef double double2 __attribute__((ext_vector_type(2)));
struct simd { float3 p; float3 q[2]; double2 r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
