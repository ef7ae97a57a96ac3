/*~ AutoMap_Begin */
#include <array>
#include <complex>
struct s { char c; std::array<std::complex<float>, 3> z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
