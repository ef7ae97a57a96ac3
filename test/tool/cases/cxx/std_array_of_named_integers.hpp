/* layout: struct s (AutoMap_s): 16/4 | a MPI_INT32_T@0*3+4, b MPI_UINT8_T@12*4+1 | | 0 */
/*~ AutoMap_Begin */
#include <array>
#include <cstdint>
struct s { std::array<std::int32_t, 3> a; std::array<std::uint8_t, 2> b[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
