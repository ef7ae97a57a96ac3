/* layout: struct sized3 (AutoMap_sized3): 12/4 | x MPI_INT@0*3+4 | | 0 */
/* layout: struct named_a (AutoMap_named_a): 2/2 | z MPI_SHORT@0 | | 0 */
/*~ AutoMap_Begin */
template <auto v> struct sized { int x[v]; };
inline constexpr char text[] = "a";
template <const char *> struct named { short z; };
using sized3 = sized<3>; /*~ AutoMap_TpUsed */
using named_a = named<text>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
