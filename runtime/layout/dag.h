// Type trees as directed acyclic graphs: walks that see each shared node once, and the table that makes
// equal nodes one. Not installed; what fold.cpp and its steps have in common.
#pragma once

#include "type_tree.h"

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace automap::layout {

/// Every node below `root` once, children before what uses them, `root` last. Needs no stack of its depth.
std::vector<TypeTree> children_first(const TypeTree &root);

/// The node of `tree` with other children, of which there must be as many.
TypeTree with_children(const TypeTree &tree, std::vector<TypeTree> children);

/// What became of nodes, by node_address().
class Replacements {
public:
  void set(const TypeTree &node, TypeTree by) { map_.insert_or_assign(node.node_address(), std::move(by)); }

  const TypeTree &operator[](const TypeTree &node) const { return map_.at(node.node_address()); }

  /// `tree` over what became of its children; the same node if they stayed as they were.
  TypeTree over(const TypeTree &tree) const;

private:
  std::unordered_map<const void *, TypeTree> map_;
};

/// One node for all equal nodes over the same children.
class NodeTable {
public:
  /// The node that is known for `tree`, whose children must come from this table; `tree` itself if it is the
  /// first of its kind.
  const TypeTree &unique(const TypeTree &tree) { return *nodes_.insert(tree).first; }

private:
  struct Hash {
    std::size_t operator()(const TypeTree &tree) const;
  };
  struct Equal {
    bool operator()(const TypeTree &a, const TypeTree &b) const;
  };
  std::unordered_set<TypeTree, Hash, Equal> nodes_;
};

} // namespace automap::layout
