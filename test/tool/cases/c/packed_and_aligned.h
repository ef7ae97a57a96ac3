/*~ AutoMap_Begin */
struct __attribute__((packed, aligned(4))) mix { char c; short s; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
