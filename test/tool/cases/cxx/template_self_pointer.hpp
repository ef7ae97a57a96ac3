/* layout: struct list<short>::node: 24/8 | v MPI_SHORT@0, c MPI_CHAR@16 | 2:6 | 7 */
/* layout: struct list_s (AutoMap_list_s): 24/8 | first.v MPI_SHORT@0, first.c MPI_CHAR@16 | 2:6 | 7 */
/*~ AutoMap_Begin */
template <class T> struct list {
    struct node { T v; list *owner /*~ AutoMap_Ignore */; char c; } first;
};
using list_s = list<short>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
