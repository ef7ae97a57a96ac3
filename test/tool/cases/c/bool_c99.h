/* layout: struct flags (AutoMap_flags): 8/4 | a..b[2] MPI_C_BOOL@0*4+1, n MPI_INT@4 | | 0 */
/*~ AutoMap_Begin */
#include <stdbool.h>
struct flags { _Bool a; bool b[3]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
