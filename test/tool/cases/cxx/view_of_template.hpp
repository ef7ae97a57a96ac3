/* layout: struct body_d (AutoMap_body_d): 32/8 | pos MPI_DOUBLE@0*2+8, id MPI_INT@16 | 20:4 | 0 */
/* layout: struct body_d view where (AutoMap_body_d_where): 32/8 | pos MPI_DOUBLE@0*2+8 | 20:4 | 0 */
/*~ AutoMap_Begin */
template <class T> struct body { T pos[2]; int id; T *cache /*~ AutoMap_Ignore */; };
using body_d = body<double>; /*~ AutoMap_TpUsed */ /*~ AutoMap_View(where: pos) */
/*~ AutoMap_End */
