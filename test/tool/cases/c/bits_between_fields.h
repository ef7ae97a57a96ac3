/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { short h; int a : 7; char c; int b : 3; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
