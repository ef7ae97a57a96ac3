/* layout: struct s (AutoMap_s): 40/8 | c MPI_CHAR@0, a MPI_DOUBLE@8*3+8, n MPI_INT@32 | 1:7 | 4 */
/*~ AutoMap_Begin */
#include <array>
struct s { char c; std::array<double, 3> a; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
