/* layout: struct s (AutoMap_s): 24/8 | c MPI_UINT8_T@0*3+1, l MPI_INT@4, o MPI_LONG@8, k MPI_SHORT@16 | 3:1 |
   6 */
/*~ AutoMap_Begin */
#include <cstdint>
enum class color : std::uint8_t { red };
enum class level { low };
enum old : long { x };
struct s { color c[3]; level l; old o; enum class local : short { a } k; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
