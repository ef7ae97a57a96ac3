// The solver of type tree reconstruction: the least-cost tree over a sequence of parts, by looking only at
// what repeats ("Polynomial-time Construction of Optimal MPI Derived Datatype Trees", Ganian, Kalany,
// Szeider, Träff, section IV, gives the dynamic program that this one makes sparse).
#pragma once

#include "cost_model.h"
#include "type_tree.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// A part of a layout that is not looked into: a basic type, or a whole tree of which there may be several.
struct Part {
  TypeTree tree;
  Cost cost = 0; // of the tree
};

/// An occurrence of parts[part] at `displacement` (bytes).
struct PlacedPart {
  std::size_t part = 0;
  std::int64_t displacement = 0;
};

/// What the search for a tree may spend before it settles for the best that it has found.
struct ReconstructionBudget {
  /// Up to about so long.
  std::chrono::milliseconds time = std::chrono::seconds(10);

  /// Of working memory, about.
  std::size_t memory_bytes = std::size_t{2} << 30;

  /// normalize() flattens trees of up to so many elements at once, …
  std::int64_t small_tree = 1024;

  /// … up to so many where their structure does not tell their optimum, with long arrays shortened, …
  std::size_t shortened_elements = std::size_t{1} << 17;

  /// … and up to so many in full where that has not told it either.
  std::size_t flattened_elements = std::size_t{1} << 22;
};

/// A time span that can be added to a clock.
inline std::chrono::milliseconds within_a_year(std::chrono::milliseconds time) {
  return time < std::chrono::hours(24 * 365) ? time : std::chrono::hours(24 * 365);
}

struct LeastCostTree {
  TypeTree tree;
  bool proved = false; // no tree that has the parts as its leaves costs less
};

/// The least-cost tree over `sequence`, or the best one within the budget. Different indices stand for
/// different parts. An empty sequence gives the empty tree. Throws std::length_error for 2^31 and more parts,
/// and where a cost leaves the 64-bit range.
LeastCostTree least_cost_tree(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts,
                              const CostModel &model, const ReconstructionBudget &budget);

} // namespace automap::layout
