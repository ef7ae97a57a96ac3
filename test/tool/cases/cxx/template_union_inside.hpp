/* layout: union: 16/8 | t MPI_DOUBLE@0 | | 4 */
/* layout: struct holder_d (AutoMap_holder_d): 24/8 | t MPI_DOUBLE@0, n MPI_INT@16 | 12:4 | 4 */
/*~ AutoMap_Begin */
template <class T> struct holder {
    union { T t; char c[12]; } /*~ AutoMap_Use(t) */;
    int n;
};
using holder_d = holder<double>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
