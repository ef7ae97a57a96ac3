/* layout: struct s (AutoMap_s): 16/8 | n MPI_INT@0, d MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct s { int n; s() = delete; s(const s &) = default; s &operator=(const s &) = delete; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
