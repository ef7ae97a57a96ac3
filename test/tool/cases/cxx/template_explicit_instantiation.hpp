/*~ AutoMap_Begin */
template <class T> struct box { T value; char c; };
template struct box<long>;
using long_box = box<long>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
