/*~ AutoMap_Begin */
#include <array>
#include <cstdint>
struct s { std::array<std::int32_t, 3> a; std::array<std::uint8_t, 2> b[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
