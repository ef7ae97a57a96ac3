/* layout: struct s (AutoMap_s): 32/8 | d.__r MPI_DOUBLE@0, ms.__r MPI_LONG@8, min.__r MPI_INT@16, t.__d.__r
   MPI_LONG@24 | 20:4 | 0 */
/*~ AutoMap_Begin */
#include <chrono>
struct s {
    std::chrono::duration<double> d;
    std::chrono::milliseconds ms;
    std::chrono::duration<int, std::ratio<60>> min;
    std::chrono::steady_clock::time_point t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
