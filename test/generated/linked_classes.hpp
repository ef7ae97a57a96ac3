// Pointers that only C++ has: to base classes, private ones, in templates, selected by scoped enumerators.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

/*~ AutoMap_Begin */
namespace sim {

class Counted {
  int n_ = 0;
  double *values_ = nullptr; /*~ AutoMap_Len(n_) */
public:
  void refer(double *values, int n) { values_ = values, n_ = n; }
  const double *values() const { return values_; }
  int n() const { return n_; }
};

template <typename T, int N> struct List {
  T items[N];
  List *next;
};

enum class shape : signed char { none, list = 4, cell };

struct Cell : Counted, private std::pair<Cell *, int> {
  const Cell *const left = nullptr;
  std::array<Cell *, 2> others{};
  List<short, 3> *list = nullptr;
  shape tag{};
  void *what = nullptr; /*~ AutoMap_Any(tag: shape::list = List<short, 3>, sim::shape::cell = Cell) */
  std::unique_ptr<int> own; /*~ AutoMap_Ignore */

  Cell() = default;
  explicit Cell(const Cell *l) : left(l) {}
  void keep(Cell *cell, int i) { first = cell, second = i; }
  const Cell *kept() const { return first; }
  int index() const { return second; }
} /*~ AutoMap_TpUsed */;

}
/*~ AutoMap_End */
