/* bit-fields: flags.a flags.b s.f.a s.f.b */
/*~ AutoMap_Begin */
struct flags { unsigned a : 3; unsigned b : 11; };
struct s { int n; struct flags f; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
