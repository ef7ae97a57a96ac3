/* bit-fields: flags.a flags.b s.f.a s.f.b */
/*~ AutoMap_Begin */
struct flags { unsigned a : 3; unsigned b : 30; };
#pragma pack(push, 1)
struct s { char c; struct flags f; double d; } /*~ AutoMap_TpUsed */;
#pragma pack(pop)
/*~ AutoMap_End */
