/*~ AutoMap_Begin */
template <class T> struct box { T lo, hi; char tag; };
typedef box<float> box_f /*~ AutoMap_TpUsed */;
typedef box<short> box_s; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
