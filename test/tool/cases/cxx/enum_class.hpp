/*~ AutoMap_Begin */
#include <cstdint>
enum class color : std::uint8_t { red };
enum class level { low };
enum old : long { x };
struct s { color c[3]; level l; old o; enum class local : short { a } k; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
