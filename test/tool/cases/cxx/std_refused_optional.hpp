/*~ AutoMap_Begin */
#include <optional>
struct s { std::optional<int> o; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
