/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { long long a : 40; unsigned long long b : 20; int c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
