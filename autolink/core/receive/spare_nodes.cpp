// Nodes that wait for the next small structure. See spare_nodes.h.
#include "spare_nodes.h"

#include "core/base/memory.h"
#include "core/base/thread_local_pool.h"

#include <algorithm>
#include <new>

namespace autolink {

SpareNodes *spare_nodes(const Allocator &allocator) {
  return is_malloc(allocator) ? thread_local_object<SpareNodes>() : nullptr;
}

bool SpareNodes::allocate(const NodePlan &plan) {
  if (plan_ != &plan)
    return true;
  const Allocator allocator = malloc_allocator();
  unsigned left = 64; // after so many, the thread looks for messages again
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    Nodes &nodes = of_class_[i];
    if (nodes.n >= nodes.wanted)
      continue;
    if (nodes.room < nodes.wanted && !reserve(nodes))
      return false;
    const NodeClass &c = plan.classes[i];
    for (; nodes.n < nodes.wanted; --left) {
      void *node =
          left > 0 ? allocator.allocate(static_cast<std::size_t>(c.size), node_align(c), allocator.context) : nullptr;
      if (!node)
        return false;
      nodes.address[nodes.n++] = static_cast<std::byte *>(node);
    }
  }
  return true;
}

std::byte **SpareNodes::take(const NodePlan &plan, std::uint32_t node_class, unsigned n) {
  expect(plan, node_class, n);
  Nodes &nodes = of_class_[node_class];
  if (nodes.n < n)
    return nullptr;
  nodes.n -= n;
  return nodes.address.get() + nodes.n;
}

void SpareNodes::expect(const NodePlan &plan, std::uint32_t node_class, unsigned n) {
  if (plan_ != &plan)
    clear();
  plan_ = &plan;
  of_class_[node_class].wanted = n;
}

/// Returns false if there is no memory.
bool SpareNodes::reserve(Nodes &nodes) {
  std::unique_ptr<std::byte *[]> more(new (std::nothrow) std::byte *[nodes.wanted]);
  if (!more)
    return false;
  std::copy_n(nodes.address.get(), nodes.n, more.get());
  nodes.address = std::move(more);
  nodes.room = nodes.wanted;
  return true;
}

void SpareNodes::clear() {
  const Allocator allocator = malloc_allocator();
  for (Nodes &nodes : of_class_) {
    while (nodes.n > 0)
      allocator.release(nodes.address[--nodes.n], 0, allocator.context);
    nodes.wanted = 0;
  }
}

} // namespace autolink
