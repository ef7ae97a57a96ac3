// Classes whose datatypes the tests pass with right and wrong buffers.
#pragma once

#include <array>
#include <utility>

//~ AutoMap_Begin
namespace geo {

template <typename T, int N> struct Vec {
  std::array<T, N> at;
};

class Body {
  double mass_ = 1;

public:
  Vec<double, 3> position{};
  double mass() const { return mass_; }
}; //~ AutoMap_TpUsed

struct Planet : Body { // not a standard-layout class
  int moons = 0;
}; //~ AutoMap_TpUsed

struct __attribute__((deprecated)) Point {
  double x, y;
}; //~ AutoMap_TpUsed

} // namespace geo

typedef std::pair<double, int> Ranked; //~ AutoMap_TpUsed
//~ AutoMap_End
