/*~ AutoMap_Begin */
#include <array>
#include <cstddef>
enum class level : short { low };
struct s { std::array<bool, 3> b; std::array<level, 2> l; std::array<std::byte, 3> raw; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
