/* layout: struct a: 4/4 | x MPI_INT@0 | | 0 */
/* layout: struct b: 8/4 | x MPI_INT@0, y MPI_SHORT@4 | | 2 */
/* layout: struct c (AutoMap_c): 8/4 | x MPI_INT@0, y MPI_SHORT@4, z MPI_CHAR@6 | | 1 */
/*~ AutoMap_Begin */
struct a { int x; };
struct b : a { short y; };
struct c : b { char z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
