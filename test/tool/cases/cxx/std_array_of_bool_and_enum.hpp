/* layout: struct s (AutoMap_s): 12/2 | b MPI_CXX_BOOL@0*3+1, l MPI_SHORT@4*2+2, raw MPI_BYTE@8*3+1 | 3:1 | 1
   */
/*~ AutoMap_Begin */
#include <array>
#include <cstddef>
enum class level : short { low };
struct s { std::array<bool, 3> b; std::array<level, 2> l; std::array<std::byte, 3> raw; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
