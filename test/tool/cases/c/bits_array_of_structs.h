/* bit-fields: flags.a flags.b s.f[0].a s.f[0].b s.f[1].a s.f[1].b s.f[2].a s.f[2].b */
/*~ AutoMap_Begin */
struct flags { unsigned char a : 4; unsigned short b : 6; };
struct s { char c; struct flags f[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
