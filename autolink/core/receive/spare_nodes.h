// Nodes that a thread takes from malloc while it waits for a structure: as many as the last structure had that it
// received, if this one has the same type.
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

  /// Allocates some of the nodes that are expected. Returns whether there is nothing left to allocate.
  bool allocate(const NodePlan &plan);

  /// Returns the addresses of `n` nodes of a class, and expects as many next; null if there are fewer. The addresses
  /// stay until allocate(), or until the next nodes of this class are taken.
  std::byte **take(const NodePlan &plan, std::uint32_t node_class, unsigned n);

  /// Returns one node; null if there is none.
  std::byte *take_one(const NodePlan &plan, std::uint32_t node_class) {
    if (plan_ != &plan || node_class >= max_small_types || of_class_[node_class].n == 0)
      return nullptr;
    Nodes &nodes = of_class_[node_class];
    return nodes.address[--nodes.n];
  }

  /// Expects `n` nodes of a class next.
  void expect(const NodePlan &plan, std::uint32_t node_class, unsigned n);

  /// The most bytes of a structure after which nodes are expected.
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

/// Returns the spare nodes of this thread, which are from malloc; null for another allocator, or if there is no memory.
SpareNodes *spare_nodes(const Allocator &allocator);

} // namespace autolink
