/*~ AutoMap_Begin */
template <class T> struct base { T b; };
template <class T> struct derived : base<T> { char c; };
using derived_d = derived<double>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
