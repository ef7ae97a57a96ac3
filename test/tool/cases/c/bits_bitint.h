/* arguments: -- -std=c2x */
/* compilers: clang */
/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s { unsigned _BitInt(7) a : 5; _BitInt(40) b : 33; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
