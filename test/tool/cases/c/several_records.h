/* layout: struct a (AutoMap_a): 4/4 | x MPI_INT@0 | | 0 */
/* layout: struct b (AutoMap_b): 8/4 | a.x MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct c (AutoMap_c): 20/4 | b[0].a.x MPI_INT@0, b[0].c MPI_CHAR@4, b[1].a.x MPI_INT@8, b[1].c
   MPI_CHAR@12, a.x MPI_INT@16 | 5:3 13:3 | 0 */
/*~ AutoMap_Begin */
struct a { int x; } /*~ AutoMap_TpUsed */;
struct b { struct a a; char c; } /*~ AutoMap_TpUsed */;
struct c { struct b b[2]; struct a a; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
