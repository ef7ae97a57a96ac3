/* layout: struct cell: 8/4 | c MPI_CHAR@0, i MPI_INT@4 | 1:3 | 0 */
/* layout: struct row: 16/4 | cells[0].c MPI_CHAR@0, cells[0].i MPI_INT@4, cells[1].c MPI_CHAR@8, cells[1].i
   MPI_INT@12 | 1:3 9:3 | 0 */
/* layout: struct named_row (AutoMap_named_row): 20/4 | cells[0].c MPI_CHAR@0, cells[0].i MPI_INT@4,
   cells[1].c MPI_CHAR@8, cells[1].i MPI_INT@12, name MPI_CHAR@16*3+1 | 1:3 9:3 | 1 */
/*~ AutoMap_Begin */
struct cell { char c; int i; };
struct row { cell cells[2]; };
struct named_row : row { char name[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
