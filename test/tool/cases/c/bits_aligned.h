/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { char c; int a : 3 __attribute__((aligned(8))); int b : 4; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
