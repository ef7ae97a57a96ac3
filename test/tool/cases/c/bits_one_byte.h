/* bit-fields: s.a s.b s.c */
/*~ AutoMap_Begin */
struct s { unsigned a : 3, b : 2, c : 3; char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
