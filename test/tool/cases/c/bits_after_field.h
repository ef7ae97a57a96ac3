/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { char c; int a : 12; int b : 8; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
