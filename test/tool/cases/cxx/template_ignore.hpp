/* layout: struct buffer_d (AutoMap_buffer_d): 32/8 | data MPI_DOUBLE@0*2+8, used MPI_INT@24 | | 4 */
/*~ AutoMap_Begin */
template <class T> struct buffer {
    T data[2];
    T *cache /*~ AutoMap_Ignore */;
    int used;
};
using buffer_d = buffer<double>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
