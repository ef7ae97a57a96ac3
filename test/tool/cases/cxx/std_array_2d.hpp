/*~ AutoMap_Begin */
#include <array>
struct s { int n; std::array<std::array<float, 3>, 2> m; std::array<short, 2> v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
