/* layout: struct long_box (AutoMap_long_box): 16/8 | value MPI_LONG@0, c MPI_CHAR@8 | | 7 */
/*~ AutoMap_Begin */
template <class T> struct box { T value; char c; };
template struct box<long>;
using long_box = box<long>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
