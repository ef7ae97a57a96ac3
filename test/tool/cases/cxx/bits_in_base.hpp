/* bit-fields: base.a base.b derived.a derived.b derived.c */
/*~ AutoMap_Begin */
class base { unsigned a : 5; unsigned b : 6; };
struct derived : base { unsigned c : 4; char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
