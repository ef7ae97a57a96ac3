// Measurements. See measurements.h.
#include "measurements.h"

#include "cubic_least_cost.h"
#include "layout/reconstruct.h"
#include "in_child.h"
#include "layouts.h"
#include "peak_memory.h"
#include "reference_reconstruction.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace automap::test {

using layout::Cost;
using layout::CostModel;
using layout::TypeMap;

namespace {

const CostModel model = CostModel::papers();

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void check(const layout::Reconstruction &found, const TypeMap &map) {
  require(checked_cost(found.tree, map) == found.cost, "the tree has another cost");
  require(found.lower_bound <= found.cost, "the lower bound is higher than the cost");
  require(!found.proved || found.lower_bound == found.cost, "what is proved is not what the bound says");
}

Ours measure(const TypeMap &map, int rounds) {
  Ours ours;
  std::vector<double> times;
  for (double spent = 0; static_cast<int>(times.size()) < rounds && spent < 500; spent += times.back()) {
    start_peak_memory();
    const auto start = std::chrono::steady_clock::now();
    const layout::Reconstruction found = reconstruct(map, model);
    times.push_back(milliseconds_since(start));
    ours.peak_bytes = peak_memory();
    if (times.size() == 1)
      check(found, map);
    ours.cost = found.cost;
    ours.lower_bound = found.lower_bound;
    ours.proved = found.proved;
  }
  std::ranges::sort(times);
  ours.ms = times[times.size() / 2];
  return ours;
}

} // namespace

void require(bool condition, const std::string &what) {
  if (condition)
    return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  std::abort();
}

Cost checked_cost(const layout::TypeTree &tree, const TypeMap &map) {
  require(flatten(tree) == map, "a tree does not represent its map");
  return cost(tree, model);
}

std::optional<Ours> measure_reconstruct(const TypeMap &map, int rounds, const Limits &limits) {
  return in_child(limits.seconds, limits.bytes, [&] { return measure(map, rounds); });
}

std::optional<Plain> PlainMethod::operator()(const TypeMap &map) {
  const auto n = static_cast<double>(map.size());
  const double expected_ms = last_ms_ * std::pow(n / last_n_, exponent_);
  if (limits_.seconds <= 0 || expected_ms > 2e3 * limits_.seconds) // extrapolation from small n exaggerates
    return std::nullopt;
  const auto measured = in_child(limits_.seconds, limits_.bytes, [&] {
    const auto start = std::chrono::steady_clock::now();
    const Cost cost = least_cost_(map);
    return Plain{milliseconds_since(start), cost};
  });
  last_ms_ = measured ? measured->ms : HUGE_VAL;
  last_n_ = n;
  return measured;
}

PlainMethod cubic_method(const Limits &limits) {
  return {3, [](const TypeMap &map) { return layout::cubic_least_cost(map, model); }, limits};
}

PlainMethod papers_method(const Limits &limits) {
  return {4, [](const TypeMap &map) { return papers_least_cost(aligned(map), model); }, limits};
}

} // namespace automap::test
