// The solver of type tree reconstruction: it finds the least-cost tree over a sequence of parts and examines only
// segments that repeat. It makes the dynamic program of "Polynomial-time Construction of Optimal MPI Derived Datatype
// Trees" (Ganian, Kalany, Szeider, Träff), section IV, sparse.
#pragma once

#include "cost_model.h"
#include "type_tree.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace automap::layout {

/// A part of a layout that stays as it is: a basic type, or a whole tree. There may be several of it.
struct Part {
  TypeTree tree;
  Cost cost = 0; // the cost of the tree
};

/// An occurrence of parts[part] at `displacement` bytes.
struct PlacedPart {
  std::size_t part = 0;
  std::int64_t displacement = 0;
};

/// The limits after which the search settles for the best tree that it has found.
struct ReconstructionBudget {
  /// The time that the search may take, approximately.
  std::chrono::milliseconds time = std::chrono::seconds(10);

  /// The working memory that the search may use, approximately.
  std::size_t memory_bytes = std::size_t{2} << 30;

  /// The number of elements up to which normalize() flattens a tree at once.
  std::int64_t small_tree = 1024;

  /// The number of elements up to which it flattens a tree with its long arrays shortened, if the tree's structure does
  /// not determine the optimum.
  std::size_t shortened_elements = std::size_t{1} << 17;

  /// The number of elements up to which it flattens the whole tree if that does not determine the optimum, either.
  std::size_t flattened_elements = std::size_t{1} << 22;

  /// The number of elements that it flattens at most for each word by which the tree with the improved structure
  /// exceeds the lower bound.
  std::int64_t elements_per_word = std::numeric_limits<std::int64_t>::max();
};

/// Returns the time span, or a year if that is shorter, so that it can be added to a clock's time.
inline std::chrono::milliseconds within_a_year(std::chrono::milliseconds time) {
  return time < std::chrono::hours(24 * 365) ? time : std::chrono::hours(24 * 365);
}

struct LeastCostTree {
  TypeTree tree;
  bool proved = false; // whether no tree with the parts as its leaves costs less
};

/// Returns the least-cost tree over `sequence`, or the best one that is found within the budget. Different indices
/// stand for different parts. An empty sequence gives the empty tree. Throws std::length_error if there are 2^31 or
/// more parts, or if a cost leaves the 64-bit range.
LeastCostTree least_cost_tree(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts,
                              const CostModel &model, const ReconstructionBudget &budget);

} // namespace automap::layout
