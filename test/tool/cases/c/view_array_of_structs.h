/* layout: struct cell: 16/8 | state MPI_CHAR@0, mass MPI_DOUBLE@8 | 1:7 | 0 */
/* layout: struct grid (AutoMap_grid): 56/8 | n MPI_INT@0, cells[0].state MPI_CHAR@8, cells[0].mass
   MPI_DOUBLE@16, cells[1].state MPI_CHAR@24, cells[1].mass MPI_DOUBLE@32, cells[2].state MPI_CHAR@40,
   cells[2].mass MPI_DOUBLE@48 | 4:4 9:7 25:7 41:7 | 0 */
/* layout: struct cell view masses: 16/8 | mass MPI_DOUBLE@8 | 1:7 | 0 */
/* layout: struct grid view masses (AutoMap_grid_masses): 56/8 | cells[0].mass..cells[2].mass
   MPI_DOUBLE@16*3+16 | 4:4 9:7 25:7 41:7 | 0 */
/*~ AutoMap_Begin */
struct cell { char state; double mass; };
struct grid { int n; struct cell cells[3]; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(masses: cells.mass) */;
/*~ AutoMap_End */
