/* layout: struct box<int>: 8/4 | value MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct boxes (AutoMap_boxes): 12/4 | value.value MPI_INT@0, value.c..c MPI_CHAR@4*2+4 | 5:3 | 3 */
/*~ AutoMap_Begin */
template <class T> struct box { T value; char c; };
using boxes = box<box<int>>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
