// Covers: a sequence of units as a struc of parts, which are existing nodes or new idx, idxbuc and vec nodes over one
// subtree. This header is not installed; the steps reuse and factor use it.
#pragma once

#include "layout/cost_model.h"
#include "units.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace automap::layout {

/// A stretch of units that an existing node stands for.
struct Piece {
  std::size_t begin = 0, length = 0;
  std::size_t node = 0; // the caller's number of the node
};

/// A stretch of units, and the kind of node that stands for it.
struct CoverPart {
  enum class Kind : std::uint8_t { unit, piece, idx, idxbuc, vec };
  Kind kind = Kind::unit;
  std::size_t begin = 0, end = 0;
  std::size_t node = 0; // the node of a piece
};

struct Cover {
  std::vector<CoverPart> parts;
  Cost cost = 0;                  // the cost of the struc of the parts and of the new nodes among them
  std::int64_t bucket_stride = 0; // the stride of new idxbuc nodes
};

/// Returns the cheapest struc of parts that stands for `units`, of which there is at least one. Existing nodes and
/// single units cost nothing. Takes linear time in the numbers of units and pieces, except for sorting the pieces.
Cover cover(const Units &units, std::vector<Piece> pieces, const CostModel &model);

/// Whether the pieces of a cover of `units` really occur, unit by unit; they may have been found by hashes.
/// pattern_of(node) returns the units of a piece.
template <typename PatternOf> bool is_exact(const Cover &cover, const Units &units, PatternOf pattern_of) {
  for (const CoverPart &part : cover.parts)
    if (part.kind == CoverPart::Kind::piece && !occurs_at(units, part.begin, pattern_of(part.node)))
      return false;
  return true;
}

/// Returns the tree of a cover of `units`, or a cheaper one if all parts are copies of one subtree.
///
///   unit_tree:  returns the tree whose copies the units with a number are.
///   piece_tree: returns the tree of the pieces with a node number; its first unit is at 0.
TypeTree build(const Cover &cover, const Units &units, const std::function<TypeTree(std::uint32_t)> &unit_tree,
               const std::function<TypeTree(std::size_t)> &piece_tree, const CostModel &model);

/// Returns the cheapest node for copies of `child` at `displacements`, of which there is at least one.
TypeTree cheapest_list(const std::vector<std::int64_t> &displacements, const TypeTree &child, const CostModel &model);

} // namespace automap::layout
