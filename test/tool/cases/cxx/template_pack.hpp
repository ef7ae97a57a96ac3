/* unnameable: three.value all<double,int>.value */
/* layout: struct all<int>: 4/4 | value MPI_INT@0 | | 0 */
/* layout: struct all<double, int>: 16/8 | value MPI_INT@0, value MPI_DOUBLE@8 | 4:4 | 0 */
/* layout: struct three (AutoMap_three): 24/8 | value MPI_INT@0, value MPI_DOUBLE@8, value MPI_CHAR@16 | 4:4 |
   7 */
/*~ AutoMap_Begin */
template <class... T> struct all;
template <> struct all<> { };
template <class T, class... U> struct all<T, U...> : all<U...> { T value; };
using three = all<char, double, int>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
