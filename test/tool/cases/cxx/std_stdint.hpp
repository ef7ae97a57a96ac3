/* layout: struct s (AutoMap_s): 40/8 | a MPI_INT32_T@0, b MPI_UINT64_T@8, n MPI_UNSIGNED_LONG@16, d
   MPI_LONG@24, s MPI_INT16_T@32 | 4:4 | 6 */
/*~ AutoMap_Begin */
#include <cstddef>
#include <cstdint>
struct s { std::int32_t a; std::uint64_t b; std::size_t n; std::ptrdiff_t d; int16_t s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
