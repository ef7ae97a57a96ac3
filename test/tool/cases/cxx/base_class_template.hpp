/* unnameable: pair_of.value */
/*~ AutoMap_Begin */
template <class T> struct holder { T value; };
struct pair_of : holder<int>, private holder<double> { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
