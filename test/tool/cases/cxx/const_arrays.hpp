/* layout: struct: 8/4 | a..b MPI_INT@0*2+4 | | 0 */
/* layout: struct s (AutoMap_s): 48/8 | m MPI_DOUBLE@0*4+8, z[0].a..z[1].b MPI_INT@32*4+4 | | 0 */
/*~ AutoMap_Begin */
struct s { const double m[2][2]; struct { int a, b; } const z[2]; s(); } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
