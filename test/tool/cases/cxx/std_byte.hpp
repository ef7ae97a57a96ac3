/* layout: struct s (AutoMap_s): 12/4 | n MPI_INT@0, b..raw[4] MPI_BYTE@4*6+1 | | 2 */
/*~ AutoMap_Begin */
#include <cstddef>
struct s { int n; std::byte b; std::byte raw[5]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
