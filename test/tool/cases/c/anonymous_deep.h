/* layout: struct point: 8/4 | u..v MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct: 20/4 | x MPI_INT@0, at[0].u..at[1].v MPI_FLOAT@4*4+4 | | 0 */
/* layout: struct: 24/4 | c MPI_CHAR@0, x MPI_INT@4, at[0].u..at[1].v MPI_FLOAT@8*4+4 | 1:3 | 0 */
/* layout: struct owner (AutoMap_owner): 28/4 | s MPI_SHORT@0, c MPI_CHAR@4, x MPI_INT@8, at[0].u..at[1].v
   MPI_FLOAT@12*4+4 | 2:2 5:3 | 0 */
/*~ AutoMap_Begin */
struct owner {
    short s;
    struct {
        char c;
        struct { int x; struct point { float u, v; } at[2]; };
    };
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
