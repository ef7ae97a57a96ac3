/* layout: struct s (AutoMap_s): 80/16 | f MPI_CXX_FLOAT_COMPLEX@0, d MPI_CXX_DOUBLE_COMPLEX@8*2+16, l
   MPI_CXX_LONG_DOUBLE_COMPLEX@48 | 40:8 | 0 */
/*~ AutoMap_Begin */
#include <complex>
struct s { std::complex<float> f; std::complex<double> d[2]; std::complex<long double> l; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
