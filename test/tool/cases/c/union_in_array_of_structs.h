/* layout: union value: 8/8 | f MPI_FLOAT@0 | | 0 */
/* layout: struct cell: 16/8 | kind MPI_CHAR@0, v.f MPI_FLOAT@8 | 1:7 | 0 */
/* layout: struct grid (AutoMap_grid): 40/8 | cells[0].kind MPI_CHAR@0, cells[0].v.f MPI_FLOAT@8,
   cells[1].kind MPI_CHAR@16, cells[1].v.f MPI_FLOAT@24, n MPI_SHORT@32 | 1:7 17:7 | 6 */
/*~ AutoMap_Begin */
union value { long l; float f; } /*~ AutoMap_Use(f) */;
struct cell { char kind; union value v; };
struct grid { struct cell cells[2]; short n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
