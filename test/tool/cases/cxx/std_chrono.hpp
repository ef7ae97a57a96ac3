/*~ AutoMap_Begin */
#include <chrono>
struct s {
    std::chrono::duration<double> d;
    std::chrono::milliseconds ms;
    std::chrono::duration<int, std::ratio<60>> min;
    std::chrono::steady_clock::time_point t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
