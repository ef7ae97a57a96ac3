// Nodes from malloc that a thread takes while it waits for a structure: as many as the last one had that it has received,
// if this is of the same type.
#pragma once

#include "core/plan/node_plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace autolink {

class SpareNodes {
public:
  SpareNodes() = default;
  ~SpareNodes() { clear(); }
  SpareNodes(const SpareNodes &) = delete;
  SpareNodes &operator=(const SpareNodes &) = delete;

  /// Makes some of those that are expected. Whether all are there.
  bool make(const NodePlan &plan);

  /// Gives away `n` of a class, and expects as many next. Their addresses, which stand until make() or until the next
  /// ones of this class are taken; null if there are not so many.
  std::byte **take(const NodePlan &plan, std::uint32_t node_class, unsigned n);

  /// Gives away one; null if there is none.
  std::byte *take_one(const NodePlan &plan, std::uint32_t node_class) {
    if (plan_ != &plan || node_class >= max_small_types || of_class_[node_class].n == 0)
      return nullptr;
    Nodes &nodes = of_class_[node_class];
    return nodes.address[--nodes.n];
  }

  /// Expects `n` of a class next.
  void expect(const NodePlan &plan, std::uint32_t node_class, unsigned n);

  /// Of a structure that is expected.
  static constexpr std::uint64_t most_bytes = 256 << 10;

private:
  struct Nodes {
    unsigned n = 0, wanted = 0, room = 0;
    std::unique_ptr<std::byte *[]> address;
  };
  static bool reserve(Nodes &nodes);
  void clear();

  const NodePlan *plan_ = nullptr;
  Nodes of_class_[max_small_types];
};

/// Of this thread.
SpareNodes &spare_nodes();

} // namespace autolink
