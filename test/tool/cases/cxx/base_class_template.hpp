/* unnameable: pair_of.value */
/* layout: struct holder<int>: 4/4 | value MPI_INT@0 | | 0 */
/* layout: struct holder<double>: 8/8 | value MPI_DOUBLE@0 | | 0 */
/* layout: struct pair_of (AutoMap_pair_of): 24/8 | value MPI_INT@0, value MPI_DOUBLE@8, c MPI_CHAR@16 | 4:4 |
   7 */
/*~ AutoMap_Begin */
template <class T> struct holder { T value; };
struct pair_of : holder<int>, private holder<double> { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
