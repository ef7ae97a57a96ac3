/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct __attribute__((packed)) s { char c; unsigned a : 30; unsigned b : 30; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
