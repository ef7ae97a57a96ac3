/*~ AutoMap_Begin */
struct __attribute__((aligned(64))) line { int i; char c[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
