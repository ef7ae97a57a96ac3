/* layout: struct places (AutoMap_places): 40/8 | c MPI_CHAR@0, a MPI_AINT@8, n MPI_COUNT@16, o
   MPI_OFFSET@24*2+8 | 1:7 | 0 */
/*~ AutoMap_Begin */
#include <mpi.h>
typedef MPI_Aint address;
struct places { char c; address a; MPI_Count n; MPI_Offset o[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
