/* layout: struct cell: 8/4 | c MPI_CHAR@0, i MPI_INT@4 | 1:3 | 0 */
/* layout: struct s (AutoMap_s): 20/4 | cells[0].c MPI_CHAR@0, cells[0].i MPI_INT@4, cells[1].c MPI_CHAR@8,
   cells[1].i MPI_INT@12, t MPI_SHORT@16 | 1:3 9:3 | 2 */
/*~ AutoMap_Begin */
#include <array>
struct cell { char c; int i; };
struct s { std::array<cell, 2> cells; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
