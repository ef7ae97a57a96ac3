/* layout: struct grid::cell view f: 16/8 | f MPI_FLOAT@4 | | 0 */
/* layout: class grid view f (AutoMap_grid_f): 40/8 | cells[0].f..cells[1].f MPI_FLOAT@4*2+16, c MPI_CHAR@32 |
   | 7 */
/*~ AutoMap_Begin */
class grid {
    struct cell { int i; float f; void *p /*~ AutoMap_Ignore */; };
    cell cells[2];
    char c;
} /*~ AutoMap_View(f: cells.f, c) */;
/*~ AutoMap_End */
