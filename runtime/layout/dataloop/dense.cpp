// Dense layouts. See dense.h.
#include "dense.h"

#include "../dag.h"

#include <numeric>
#include <unordered_map>

namespace automap::layout {
namespace {

TypeTree repeated(std::int64_t count, const TypeTree &child) {
  if (count == 0 || child.element_count() == 0)
    return TypeTree::empty();
  return count == 1 ? child : TypeTree::vec(count, child.data_bytes(), child);
}

TypeTree dense_over(const TypeTree &node, const std::vector<TypeTree> &children) {
  switch (node.kind()) {
  case TypeTree::Kind::leaf:
    return node;
  case TypeTree::Kind::vec:
  case TypeTree::Kind::idx:
    return repeated(node.count(), children.front());
  case TypeTree::Kind::idxbuc:
    return repeated(std::accumulate(node.bucket_sizes().begin(), node.bucket_sizes().end(), std::int64_t{0}),
                    children.front());
  case TypeTree::Kind::struc:
    break;
  }
  std::vector<std::int64_t> displacements;
  std::vector<TypeTree> parts;
  std::int64_t at = 0;
  for (const TypeTree &child : children)
    if (child.element_count() > 0) {
      displacements.push_back(at);
      parts.push_back(child);
      at += child.data_bytes();
    }
  return parts.size() == 1 ? parts.front() : TypeTree::struc(std::move(displacements), std::move(parts));
}

} // namespace

TypeTree dense(const TypeTree &tree) {
  std::unordered_map<const void *, TypeTree> known;
  for (const TypeTree &node : children_first(tree)) {
    std::vector<TypeTree> children;
    for (const TypeTree &child : node.children())
      children.push_back(known.at(child.node_address()));
    known.emplace(node.node_address(), dense_over(node, children));
  }
  return known.at(tree.node_address());
}

} // namespace automap::layout
