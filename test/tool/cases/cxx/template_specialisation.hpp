/* layout: struct box<char>: 4/2 | wide MPI_SHORT@0, c MPI_CHAR@2 | | 1 */
/* layout: struct box<int *>: 4/4 | index MPI_INT@0 | | 0 */
/* layout: struct box<double>: 8/8 | value MPI_DOUBLE@0 | | 0 */
/* layout: struct user (AutoMap_user): 16/8 | a.wide MPI_SHORT@0, a.c MPI_CHAR@2, b.index MPI_INT@4, d.value
   MPI_DOUBLE@8 | 3:1 | 0 */
/*~ AutoMap_Begin */
template <class T> struct box { T value; };
template <> struct box<char> { short wide; char c; };
template <class T> struct box<T *> { int index; };
struct user { box<char> a; box<int *> b; box<double> d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
