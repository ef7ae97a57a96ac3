/* bit-fields: s.a s.b s.c s.d */
/*~ AutoMap_Begin */
struct s { int a : 32; long long b : 64; short c : 16; char d : 8; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
