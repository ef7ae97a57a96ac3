/*~ AutoMap_Begin */
#include <cstddef>
#include <cstdint>
struct s { std::int32_t a; std::uint64_t b; std::size_t n; std::ptrdiff_t d; int16_t s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
