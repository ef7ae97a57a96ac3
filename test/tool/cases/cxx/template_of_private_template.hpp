/*~ AutoMap_Begin */
template <template <class> class P> struct user { P<int> x; };
class owner { template <class T> struct own { T t; }; user<own> u; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
