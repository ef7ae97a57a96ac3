/*~ AutoMap_Begin */
typedef float v4f __attribute__((vector_size(16)));
typedef int v2i __attribute__((vector_size(8)));
struct simd { char c; v4f a; v2i b[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
