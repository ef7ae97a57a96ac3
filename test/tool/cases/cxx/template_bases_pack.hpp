/*~ AutoMap_Begin */
template <class T, class... R> struct many : R... { T t; };
struct none { };
struct tag { char c; };
using mixed = many<int, none, tag>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
