/* layout: struct Vec<double, 3>: 24/8 | at MPI_DOUBLE@0*3+8 | | 0 */
/* layout: struct Vec<float, 2>: 8/4 | at MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct body (AutoMap_body): 48/8 | pos.at MPI_DOUBLE@0*3+8, uv[0].at..uv[1].at[1] MPI_FLOAT@24*4+4,
   id MPI_INT@40 | | 4 */
/*~ AutoMap_Begin */
template <class T, int n> struct Vec { T at[n]; };
struct body { Vec<double, 3> pos; Vec<float, 2> uv[2]; int id; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
