/* layout: struct s (AutoMap_s): 16/8 | n MPI_INT@0, d MPI_DOUBLE@8 | 4:4 | 0 */
/* remark: 4: MPI does not call this constructor: it copies each field of 's' as it is */
/*~ AutoMap_Begin */
struct s { int n; double d; s(const s &other) : n(other.n), d(0) {} s() = default; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
