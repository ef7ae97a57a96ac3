/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { unsigned a : 8; unsigned b : 13; int n; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(b: b, n) */;
/*~ AutoMap_End */
