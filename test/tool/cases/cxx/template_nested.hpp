/*~ AutoMap_Begin */
template <class T> struct box { T value; char c; };
using boxes = box<box<int>>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
