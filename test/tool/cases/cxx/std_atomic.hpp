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
