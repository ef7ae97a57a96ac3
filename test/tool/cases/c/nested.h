/* layout: struct inner: 16/8 | c MPI_CHAR@0, d MPI_DOUBLE@8 | 1:7 | 0 */
/* layout: struct outer (AutoMap_outer): 64/8 | before MPI_INT@0, in.c MPI_CHAR@8, in.d MPI_DOUBLE@16,
   grid[0].c MPI_CHAR@24, grid[0].d MPI_DOUBLE@32, grid[1].c MPI_CHAR@40, grid[1].d MPI_DOUBLE@48, after
   MPI_INT@56 | 4:4 9:7 25:7 41:7 | 4 */
/* layout: struct inside: 2/2 | s MPI_SHORT@0 | | 0 */
/* layout: struct around (AutoMap_around): 4/2 | in.s..t MPI_SHORT@0*2+2 | | 0 */
/*~ AutoMap_Begin */
struct inner { char c; double d; };
struct outer { int before; struct inner in; struct inner grid[2]; int after; } /*~ AutoMap_TpUsed */;
struct around { struct inside { short s; } in; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
