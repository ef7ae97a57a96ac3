/*~ AutoMap_Begin */
typedef double aligned_double __attribute__((aligned(32)));
struct spread { char c; aligned_double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
