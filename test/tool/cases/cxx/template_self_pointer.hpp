/*~ AutoMap_Begin */
template <class T> struct list {
    struct node { T v; list *owner /*~ AutoMap_Ignore */; char c; } first;
};
using list_s = list<short>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
