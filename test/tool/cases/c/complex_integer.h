/* layout: struct gauss (AutoMap_gauss): 20/4 | c MPI_CHAR@0, z MPI_INT@4*2+4, s MPI_SHORT@12*2+2, u
   MPI_UNSIGNED_CHAR@16*2+1 | 1:3 | 2 */
/*~ AutoMap_Begin */
struct gauss { char c; _Complex int z; _Complex short s; unsigned char _Complex u; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
