/* layout: struct cell: 4/2 | s MPI_SHORT@0, c MPI_CHAR@2 | | 1 */
/* layout: struct board (AutoMap_board): 24/2 | cells[0][0].s MPI_SHORT@0, cells[0][0].c MPI_CHAR@2,
   cells[0][1].s MPI_SHORT@4, cells[0][1].c MPI_CHAR@6, cells[0][2].s MPI_SHORT@8, cells[0][2].c MPI_CHAR@10,
   cells[1][0].s MPI_SHORT@12, cells[1][0].c MPI_CHAR@14, cells[1][1].s MPI_SHORT@16, cells[1][1].c
   MPI_CHAR@18, cells[1][2].s MPI_SHORT@20, cells[1][2].c MPI_CHAR@22 | 3:1 7:1 11:1 15:1 19:1 | 1 */
/*~ AutoMap_Begin */
struct cell { short s; char c; };
struct board { struct cell cells[2][3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
