/* layout: struct s (AutoMap_s): 24/8 | v MPI_INT@0*4+4, d MPI_DOUBLE@16 | | 0 */
/*~ AutoMap_Begin */
constexpr int size(int n) { return 2 * n; }
struct s { int v[size(2)]; decltype(1.5) d; auto twice() const { return 2 * d; } } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
