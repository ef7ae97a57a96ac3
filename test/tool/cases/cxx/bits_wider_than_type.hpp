/* bit-fields: s.c */
/*~ AutoMap_Begin */
struct s { int n; char c : 12; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
