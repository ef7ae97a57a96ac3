/* bit-fields: s.a s.b s.c */
/*~ AutoMap_Begin */
struct s { unsigned a : 5; unsigned b : 9; unsigned c : 18; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
