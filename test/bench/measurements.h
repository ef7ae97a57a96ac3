// The measurements for the benchmark of reconstruct(), each in a process of its own. Costs use the papers' constants.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"

#include <cstddef>
#include <optional>
#include <string>

namespace automap::test {

/// The limits at which a measurement is stopped.
struct Limits {
  double seconds = 60;
  std::size_t bytes = std::size_t{4096} << 20; // address space
};

/// Ends the program with a message unless `condition`.
void require(bool condition, const std::string &what);

/// Returns the cost of `tree`, which must represent `map`.
layout::Cost checked_cost(const layout::TypeTree &tree, const layout::TypeMap &map);

/// The results of reconstruct() with its default budget.
struct Ours {
  double ms = 0; // median
  layout::Cost cost = 0;
  layout::Cost lower_bound = 0;
  bool proved = false;
  std::size_t peak_bytes = 0; // the most bytes from operator new

  double gap_percent() const {
    return cost == 0 ? 0 : 100 * static_cast<double>(cost - lower_bound) / static_cast<double>(cost);
  }
};

/// Runs reconstruct() `rounds` times, or for half a second, and checks its tree. Returns nothing if it was stopped.
std::optional<Ours> measure_reconstruct(const layout::TypeMap &map, int rounds, const Limits &limits);

struct Plain {
  double ms = 0;
  layout::Cost cost = 0;
};

/// A method whose time is a power of n. It is tried with growing n while it can be expected to finish in time.
class PlainMethod {
public:
  PlainMethod(int exponent, layout::Cost (*least_cost)(const layout::TypeMap &), const Limits &limits)
      : exponent_(exponent), least_cost_(least_cost), limits_(limits) {}

  /// Runs once, and returns nothing if it was stopped or not tried.
  std::optional<Plain> operator()(const layout::TypeMap &map);

private:
  int exponent_;
  layout::Cost (*least_cost_)(const layout::TypeMap &);
  Limits limits_;
  double last_ms_ = 0, last_n_ = 1;
};

PlainMethod cubic_method(const Limits &limits);

/// Returns the dynamic program of the papers, which computes the cost of the map moved to displacement 0.
PlainMethod papers_method(const Limits &limits);

} // namespace automap::test
