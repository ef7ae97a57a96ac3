/* unnameable: three.value all<double,int>.value */
/*~ AutoMap_Begin */
template <class... T> struct all;
template <> struct all<> { };
template <class T, class... U> struct all<T, U...> : all<U...> { T value; };
using three = all<char, double, int>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
