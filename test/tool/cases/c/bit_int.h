/* arguments: -- -std=c2x */
/* compilers: clang */
/*~ AutoMap_Begin */
struct odd { _BitInt(7) a; unsigned _BitInt(24) b; _BitInt(65) c[2]; int d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
