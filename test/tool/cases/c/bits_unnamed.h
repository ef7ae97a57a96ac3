/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { unsigned a : 4; unsigned : 12; unsigned b : 4; unsigned : 4; int c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
