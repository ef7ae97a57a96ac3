/*~ AutoMap_Begin */
template <class T> struct list {
    struct node { T value; int next; };
    node nodes[2];
};
using short_list = list<short>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
