/* layout: struct vec<double>: 16/8 | x..y MPI_DOUBLE@0*2+8 | | 0 */
/* layout: struct vec<float>: 8/4 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct body (AutoMap_body): 32/8 | pos.x..pos.y MPI_DOUBLE@0*2+8, uv.x..uv.y MPI_FLOAT@16*2+4, id
   MPI_INT@24 | | 4 */
/* layout: struct vec<double> view plane: 16/8 | x MPI_DOUBLE@0 | | 0 */
/* layout: struct body view plane (AutoMap_body_plane): 32/8 | pos.x MPI_DOUBLE@0, uv.x..uv.y MPI_FLOAT@16*2+4
   | | 4 */
/*~ AutoMap_Begin */
template <class T> struct vec { T x, y; };
struct body { vec<double> pos; vec<float> uv; int id; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(plane: pos.x, uv) */;
/*~ AutoMap_End */
