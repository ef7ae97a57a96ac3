/* layout: union either<double>: 24/8 | value MPI_DOUBLE@0 | | 0 */
/* layout: union either<short>: 24/2 | value MPI_SHORT@0 | | 0 */
/* layout: struct s (AutoMap_s): 56/8 | d.value MPI_DOUBLE@0, s.value MPI_SHORT@24, n MPI_INT@48 | | 4 */
/*~ AutoMap_Begin */
template <class T> union either { T value; char raw[24]; } /*~ AutoMap_Use(value) */;
struct s { either<double> d; either<short> s; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
