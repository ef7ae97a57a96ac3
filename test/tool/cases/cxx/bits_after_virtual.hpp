/* bit-fields: s.b s.c */
/*~ AutoMap_Begin */
struct poly { int i; virtual void f() {} };
struct s : poly { bool b : 1; unsigned c : 3; char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
