/* layout: struct s (AutoMap_s): 36/4 | n MPI_INT@0, m MPI_FLOAT@4*6+4, v MPI_SHORT@28*4+2 | | 0 */
/*~ AutoMap_Begin */
#include <array>
struct s { int n; std::array<std::array<float, 3>, 2> m; std::array<short, 2> v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
