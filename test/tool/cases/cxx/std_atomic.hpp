/* layout: struct s (AutoMap_s): 40/8 | a._M_i MPI_INT@0, d[0]._M_i..d[1]._M_i MPI_DOUBLE@8*2+8,
   b._M_base._M_i MPI_CXX_BOOL@24, w._M_i MPI_UNSIGNED_SHORT@26, l._M_i MPI_LONG_LONG@32 | 4:4 25:1 28:4 | 0
   */
/*~ AutoMap_Begin */
#include <atomic>
#include <cstdint>
struct s {
    std::atomic<int> a;
    std::atomic<double> d[2];
    std::atomic<bool> b;
    std::atomic<std::uint16_t> w;
    std::atomic_llong l;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
