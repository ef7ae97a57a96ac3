/*~ AutoMap_Begin */
template <auto v> struct sized { int x[v]; };
inline constexpr char text[] = "a";
template <const char *> struct named { short z; };
using sized3 = sized<3>; /*~ AutoMap_TpUsed */
using named_a = named<text>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
