/* arguments: -- -std=c2x */
/* compilers: clang */
/*~ AutoMap_Begin */
struct sample { double x; typeof(1) n; typeof_unqual((const short)1) s; __typeof__(1.0f) f[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
