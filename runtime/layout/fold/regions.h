// Regions: a DAG cut into trees. A region is a node that is shared, or the root, with all below it that
// nothing else uses, down to leaves and to the heads of other regions, which are its atoms. Not installed;
// what the steps resolve and reuse_across stand on.
//
// An atom costs nothing more however often a region uses it, and other nodes of the region are used once. So
// the best region over its atoms is the least-cost tree over them as basic types, with K_leaf = 0.
#pragma once

#include "layout/checked.h"
#include "layout/cost_model.h"
#include "layout/dag.h"
#include "layout/type_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// How much may be solved in one step: the sum of the squares of the lengths.
class SolvingBudget {
public:
  /// True if another `length` elements may be solved.
  bool take(std::int64_t length) {
    left_ -= length * length;
    return left_ >= 0;
  }

private:
  std::int64_t left_ = std::int64_t{1} << 22;
};

class Regions {
public:
  /// Where a region would have more elements, in terms of its atoms, it is cut: its nodes' children are
  /// heads.
  static constexpr std::int64_t longest = 256;

  explicit Regions(const TypeTree &root);

  /// All nodes, children first; below they are known by their numbers.
  const std::vector<TypeTree> &nodes() const { return nodes_; }

  /// Leaves are heads of regions of their own.
  bool is_head(std::size_t node) const { return region_of_[node] == node; }

  /// The head of the region that the node lies in.
  std::size_t region_of(std::size_t node) const { return region_of_[node]; }

  /// The node and what is below it in its region. Atoms are leaves with the basic type atom(head).
  const TypeTree &content(std::size_t node) const { return contents_[node]; }

  /// `model` for contents: what their nodes cost without the atoms.
  static CostModel with_free_atoms(CostModel model) {
    model.leaf = 0;
    return model;
  }

  /// Throws std::length_error if a distance between displacements in `content` leaves the 64-bit range: to
  /// solve it means to subtract them.
  static void require_distances(const TypeTree &content) {
    checked_subtract(content.true_upper_bound(), content.true_lower_bound());
  }

  static BasicType atom(std::size_t head) {
    return {BasicTypeId::BYTE, static_cast<std::uint32_t>(head) + 1};
  }
  static std::size_t head_of(BasicType atom) { return atom.size_bytes - 1; }

  /// `tree` with what became of their nodes in place of atoms.
  TypeTree expanded(const TypeTree &tree, const Replacements &results) const;

private:
  std::vector<TypeTree> nodes_, contents_;
  std::vector<std::size_t> region_of_;
};

} // namespace automap::layout
