/* layout: class cell_i (AutoMap_cell_i): 8/4 | v MPI_INT@0, on MPI_CXX_BOOL@4 | | 3 */
/*~ AutoMap_Begin */
template <class T> class cell { T v; bool on; public: T get() const { return v; } };
using cell_i = cell<int>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
