// Type trees as directed acyclic graphs. See dag.h.
#include "dag.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace automap::layout {

std::vector<TypeTree> children_first(const TypeTree &root) {
  struct Open {
    TypeTree tree;
    std::size_t next_child = 0;
  };
  std::vector<TypeTree> out;
  std::unordered_set<const void *> seen = {root.node_address()};
  std::vector<Open> path = {{root}};
  while (!path.empty()) {
    Open &top = path.back();
    if (top.next_child == top.tree.children().size()) {
      out.push_back(std::move(top.tree));
      path.pop_back();
      continue;
    }
    const TypeTree &child = top.tree.children()[top.next_child++];
    if (seen.insert(child.node_address()).second)
      path.push_back({child});
  }
  return out;
}

TypeTree with_children(const TypeTree &tree, std::vector<TypeTree> children) {
  std::vector<std::int64_t> displacements(tree.displacements().begin(), tree.displacements().end());
  switch (tree.kind()) {
  case TypeTree::Kind::leaf:
    return tree;
  case TypeTree::Kind::vec:
    return TypeTree::vec(tree.count(), tree.stride_bytes(), std::move(children.front()));
  case TypeTree::Kind::idx:
    return TypeTree::idx(std::move(displacements), std::move(children.front()));
  case TypeTree::Kind::idxbuc:
    return TypeTree::idxbuc(tree.stride_bytes(), std::move(displacements),
                            {tree.bucket_sizes().begin(), tree.bucket_sizes().end()}, std::move(children.front()));
  case TypeTree::Kind::struc:
    return TypeTree::struc(std::move(displacements), std::move(children));
  }
  __builtin_unreachable();
}

TypeTree Replacements::over(const TypeTree &tree) const {
  std::vector<TypeTree> children;
  bool changed = false;
  for (const TypeTree &child : tree.children()) {
    children.push_back((*this)[child]);
    changed = changed || !children.back().same_node(child);
  }
  return changed ? with_children(tree, std::move(children)) : tree;
}

std::size_t NodeTable::Hash::operator()(const TypeTree &tree) const {
  std::uint64_t hash = 0;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  };
  mix(static_cast<std::uint64_t>(tree.kind()));
  mix(static_cast<std::uint64_t>(tree.count()));
  mix(static_cast<std::uint64_t>(tree.stride_bytes()));
  mix(static_cast<std::uint64_t>(tree.basic_type().id));
  mix(tree.basic_type().size_bytes);
  for (const std::int64_t displacement : tree.displacements())
    mix(static_cast<std::uint64_t>(displacement));
  for (const std::int64_t size : tree.bucket_sizes())
    mix(static_cast<std::uint64_t>(size));
  for (const TypeTree &child : tree.children())
    mix(std::hash<const void *>{}(child.node_address()));
  return hash;
}

bool NodeTable::Equal::operator()(const TypeTree &a, const TypeTree &b) const {
  return a.kind() == b.kind() && a.count() == b.count() && a.stride_bytes() == b.stride_bytes() &&
         a.basic_type() == b.basic_type() && std::ranges::equal(a.displacements(), b.displacements()) &&
         std::ranges::equal(a.bucket_sizes(), b.bucket_sizes()) &&
         std::ranges::equal(a.children(), b.children(),
                            [](const TypeTree &x, const TypeTree &y) { return x.same_node(y); });
}

} // namespace automap::layout
