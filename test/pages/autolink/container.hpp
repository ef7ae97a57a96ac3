/* run: automap container.hpp --autolink -o container_types.cpp -- $(pkg-config --cflags automap-autolink-mpich) && mpicxx.mpich -std=c++17 -Wall -Wextra -Werror container.cpp $(pkg-config --cflags --libs automap-autolink-mpich) -o container && ./container */
#pragma once

#include <vector>

namespace small {
template <typename T> struct vector : std::vector<T> {
    using std::vector<T>::vector;
};
} // namespace small

/* @BLOCK@ */
/*~ AutoMap_Begin */
class holder {
public:
    small::vector<int> values;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
