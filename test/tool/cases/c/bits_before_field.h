/* bit-fields: s.a */
/*~ AutoMap_Begin */
struct s { int a : 12; char c; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
