// Covering: a sequence of units written as a struc of parts, which are nodes that exist already or new idx,
// idxbuc and vec nodes over one subtree. Not installed; what the steps reuse and factor share.
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
  std::size_t node = 0; // the caller's number
};

/// A stretch of units, and what stands for it.
struct CoverPart {
  enum class Kind : std::uint8_t { unit, piece, idx, idxbuc, vec };
  Kind kind = Kind::unit;
  std::size_t begin = 0, end = 0;
  std::size_t node = 0; // piece: its node
};

struct Cover {
  std::vector<CoverPart> parts;
  Cost cost = 0;                  // of the struc of the parts and of the new nodes among them
  std::int64_t bucket_stride = 0; // of new idxbuc nodes
};

/// The cheapest struc of parts that stands for `units`, of which there is at least one; existing nodes and
/// single units are free. Takes time in the number of units and, but for sorting them, of pieces.
Cover cover(const Units &units, std::vector<Piece> pieces, const CostModel &model);

/// True if the pieces of a cover of `units` are there unit by unit: they may come from hashes.
/// pattern_of(node) are the units of a piece.
template <typename PatternOf> bool is_exact(const Cover &cover, const Units &units, PatternOf pattern_of) {
  for (const CoverPart &part : cover.parts)
    if (part.kind == CoverPart::Kind::piece && !occurs_at(units, part.begin, pattern_of(part.node)))
      return false;
  return true;
}

/// The tree of a cover of `units`, or a cheaper one if all parts are copies of one subtree.
///
/// unit_tree:  the tree that units of a number are copies of.
/// piece_tree: the tree that pieces with a node number are; its first unit is at 0.
TypeTree build(const Cover &cover, const Units &units,
               const std::function<TypeTree(std::uint32_t)> &unit_tree,
               const std::function<TypeTree(std::size_t)> &piece_tree, const CostModel &model);

/// The cheapest node for copies of `child` at `displacements`, of which there is at least one.
TypeTree cheapest_list(const std::vector<std::int64_t> &displacements, const TypeTree &child,
                       const CostModel &model);

} // namespace automap::layout
