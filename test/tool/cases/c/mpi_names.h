/*~ AutoMap_Begin */
#include <mpi.h>
typedef MPI_Aint address;
struct places { char c; address a; MPI_Count n; MPI_Offset o[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
