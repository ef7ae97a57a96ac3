/* layout: struct extended (AutoMap_extended): 64/16 | c MPI_CHAR@0, x..v[1] MPI_LONG_DOUBLE@16*3+16 | 1:15 |
   0 */
/*~ AutoMap_Begin */
struct extended { char c; long double x; long double v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
