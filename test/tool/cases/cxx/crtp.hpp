/* layout: struct shape<circle>: 4/4 | id MPI_INT@0 | | 0 */
/* layout: struct circle (AutoMap_circle): 16/8 | id MPI_INT@0, r MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
template <class D> struct shape { int id; D &self() { return static_cast<D &>(*this); } };
struct circle : shape<circle> { double r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
