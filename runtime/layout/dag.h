// Type trees as directed acyclic graphs: walks that visit each shared node once, and a table of distinct nodes. This
// header is not installed.
#pragma once

#include "type_tree.h"

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace automap::layout {

/// Returns each node below `root` once, children before the nodes that use them, `root` last. Does not recurse.
std::vector<TypeTree> children_first(const TypeTree &root);

/// Returns the node of `tree` with other children, of which there must be as many.
TypeTree with_children(const TypeTree &tree, std::vector<TypeTree> children);

/// The replacements of nodes, by node_address().
class Replacements {
public:
  void set(const TypeTree &node, TypeTree by) { map_.insert_or_assign(node.node_address(), std::move(by)); }

  const TypeTree &operator[](const TypeTree &node) const { return map_.at(node.node_address()); }

  /// Returns `tree` with its children replaced; the same node if none has changed.
  TypeTree over(const TypeTree &tree) const;

private:
  std::unordered_map<const void *, TypeTree> map_;
};

/// A table that keeps one node of all equal nodes over the same children.
class NodeTable {
public:
  /// Returns the node that equals `tree`, whose children must come from this table; `tree` itself if it is the first of
  /// its kind.
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
