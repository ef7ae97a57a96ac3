/* layout: struct tag: 1/1 | c MPI_CHAR@0 | | 0 */
/* layout: struct mixed (AutoMap_mixed): 8/4 | c MPI_CHAR@0, t MPI_INT@4 | 1:3 | 0 */
/*~ AutoMap_Begin */
template <class T, class... R> struct many : R... { T t; };
struct none { };
struct tag { char c; };
using mixed = many<int, none, tag>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
