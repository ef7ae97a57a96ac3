// Regions: a DAG divided into trees. A region is a node that is shared, or the root, with all nodes below it that no
// other node uses. It ends at leaves and at the heads of other regions, which are its atoms. This header is not
// installed; the steps resolve and reuse_across use it.
//
// An atom costs nothing, however often a region uses it, and the other nodes of the region are used once. Therefore the
// best region over its atoms is the least-cost tree over them as basic types, with K_leaf = 0.
#pragma once

#include "layout/checked.h"
#include "layout/cost_model.h"
#include "layout/dag.h"
#include "layout/type_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// A limit of what is solved in one step: the sum of the squares of the lengths.
class SolvingBudget {
public:
  /// Whether another `length` elements may be solved; counts them.
  bool take(std::int64_t length) {
    left_ -= length * length;
    return left_ >= 0;
  }

private:
  std::int64_t left_ = std::int64_t{1} << 22;
};

class Regions {
public:
  /// The number of elements, in terms of atoms, above which a region is divided: its node's children become heads.
  static constexpr std::int64_t longest = 256;

  explicit Regions(const TypeTree &root);

  /// Returns all nodes, children first. The other functions refer to them by their numbers.
  const std::vector<TypeTree> &nodes() const { return nodes_; }

  /// Whether the node is the head of a region. A leaf is the head of its own region.
  bool is_head(std::size_t node) const { return region_of_[node] == node; }

  /// Returns the head of the region that contains the node.
  std::size_t region_of(std::size_t node) const { return region_of_[node]; }

  /// Returns the node and the nodes below it in its region. Atoms are leaves with the basic type atom(head).
  const TypeTree &content(std::size_t node) const { return contents_[node]; }

  /// Returns `model` without the cost of atoms.
  static CostModel with_free_atoms(CostModel model) {
    model.leaf = 0;
    return model;
  }

  /// Throws std::length_error if a distance between displacements in `content` leaves the 64-bit range. The solver
  /// subtracts them.
  static void require_distances(const TypeTree &content) {
    checked_subtract(content.true_upper_bound(), content.true_lower_bound());
  }

  static BasicType atom(std::size_t head) { return {BasicTypeId::BYTE, static_cast<std::uint32_t>(head) + 1}; }
  static std::size_t head_of(BasicType atom) { return atom.size_bytes - 1; }

  /// Returns `tree` with the results of nodes in place of their atoms.
  TypeTree expanded(const TypeTree &tree, const Replacements &results) const;

private:
  std::vector<TypeTree> nodes_, contents_;
  std::vector<std::size_t> region_of_;
};

} // namespace automap::layout
