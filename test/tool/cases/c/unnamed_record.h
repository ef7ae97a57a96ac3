/* layout: struct: 8/4 | k MPI_INT@0, f MPI_FLOAT@4 | | 0 */
/* layout: struct owner (AutoMap_owner): 20/4 | c MPI_CHAR@0, in[0].k MPI_INT@4, in[0].f MPI_FLOAT@8, in[1].k
   MPI_INT@12, in[1].f MPI_FLOAT@16 | 1:3 | 0 */
/*~ AutoMap_Begin */
struct owner {
    char c;
    struct { int k; float f; } in[2];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
