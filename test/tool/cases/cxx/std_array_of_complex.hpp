/* layout: struct s (AutoMap_s): 28/4 | c MPI_CHAR@0, z MPI_CXX_FLOAT_COMPLEX@4*3+8 | 1:3 | 0 */
/*~ AutoMap_Begin */
#include <array>
#include <complex>
struct s { char c; std::array<std::complex<float>, 3> z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
