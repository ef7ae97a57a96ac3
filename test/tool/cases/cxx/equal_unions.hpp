/* layout: union: 4/4 | x MPI_FLOAT@0 | | 0 */
/* layout: union: 4/4 | y MPI_FLOAT@0 | | 0 */
/* layout: union: 4/4 | z MPI_FLOAT@0 | | 0 */
/* layout: struct vec3<float>: 12/4 | x..z MPI_FLOAT@0*3+4 | | 0 */
/* layout: union: 8/8 | x MPI_DOUBLE@0 | | 0 */
/* layout: union: 8/8 | y MPI_DOUBLE@0 | | 0 */
/* layout: union: 8/8 | z MPI_DOUBLE@0 | | 0 */
/* layout: struct vec3<double>: 24/8 | x..z MPI_DOUBLE@0*3+8 | | 0 */
/* layout: struct light (AutoMap_light): 40/8 | place.x..place.z MPI_FLOAT@0*3+4, kind MPI_INT@12,
    color.x..color.z MPI_DOUBLE@16*3+8 | | 0 */
#pragma once
/*~ AutoMap_Begin */
// Like the vectors of graphics libraries.
template <class T> struct vec3 { union { T x, r, s; }; union { T y, g, t; }; union { T z, b, p; }; };
struct light { vec3<float> place; int kind; vec3<double> color; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
