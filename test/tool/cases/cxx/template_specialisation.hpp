/*~ AutoMap_Begin */
template <class T> struct box { T value; };
template <> struct box<char> { short wide; char c; };
template <class T> struct box<T *> { int index; };
struct user { box<char> a; box<int *> b; box<double> d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
