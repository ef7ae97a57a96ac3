/*~ AutoMap_Begin */
#include <complex>
struct s { std::complex<float> f; std::complex<double> d[2]; std::complex<long double> l; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
