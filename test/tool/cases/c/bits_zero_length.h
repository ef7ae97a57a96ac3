/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { unsigned a : 3; unsigned : 0; unsigned b : 3; short c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
