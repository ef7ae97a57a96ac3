/* layout: struct: 8/4 | k MPI_INT@0, f MPI_FLOAT@4 | | 0 */
/* layout: struct owner (AutoMap_owner): 20/4 | c MPI_CHAR@0, in[0].k MPI_INT@4, in[0].f MPI_FLOAT@8, in[1].k
   MPI_INT@12, in[1].f MPI_FLOAT@16 | 1:3 | 0 */
/* layout: struct: 2/2 | s MPI_SHORT@0 | | 0 */
/* layout: struct: 6/2 | c MPI_CHAR@0, in[0].s..in[1].s MPI_SHORT@2*2+2 | 1:1 | 0 */
/* layout: struct twice (AutoMap_twice): 12/2 | out[0].c MPI_CHAR@0, out[0].in[0].s..out[0].in[1].s
   MPI_SHORT@2*2+2, out[1].c MPI_CHAR@6, out[1].in[0].s..out[1].in[1].s MPI_SHORT@8*2+2 | 1:1 7:1 | 0 */
/*~ AutoMap_Begin */
struct owner {
    char c;
    struct { int k; float f; } in[2];
} /*~ AutoMap_TpUsed */;
struct twice { struct { char c; struct { short s; } in[2]; } out[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
