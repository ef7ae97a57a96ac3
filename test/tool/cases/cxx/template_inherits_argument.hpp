/*~ AutoMap_Begin */
struct base { int x; char c; };
template <class T> class twice : T { T t; int q; };
using twice_base = twice<base>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
