/*~ AutoMap_Begin */
template <class T> struct buffer {
    T data[2];
    T *cache /*~ AutoMap_Ignore */;
    int used;
};
using buffer_d = buffer<double>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
