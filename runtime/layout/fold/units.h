// Units: a node of a type tree as the sequence of single copies of its children, and the search for one sequence in
// another. This header is not installed; cover.h and the steps of fold() use it.
#pragma once

#include "layout/type_tree.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace automap::layout {

/// One copy of subtree number `tree` at displacement `at` (bytes).
struct Unit {
  std::int64_t at = 0;
  std::uint32_t tree = 0;

  friend bool operator==(const Unit &, const Unit &) = default;
};

using Units = std::vector<Unit>;

/// The most units that are listed of one node, and of all nodes together.
constexpr std::size_t longest_units = std::size_t{1} << 20, most_units = std::size_t{1} << 22;

/// The nodes of a DAG, children first, and the units of each, whose trees are numbers of nodes. A node has no units if
/// it would have fewer than two or more than longest_units, or if it has children without elements.
struct Sequences {
  std::vector<TypeTree> nodes;
  std::vector<Units> units;

  explicit Sequences(const TypeTree &root);
};

/// Returns the distance from unit k - 1 to unit k. Throws std::length_error if it leaves the 64-bit range, as the
/// following functions do.
std::int64_t gap(const Units &units, std::size_t k);

/// Whether the units k - 1 and k are copies of one subtree.
bool same_tree(const Units &units, std::size_t k);

/// Returns the most frequent distance between neighbours that are copies of one subtree, the smallest of several;
/// nothing if there are no such neighbours.
std::optional<std::int64_t> most_frequent_gap(const Units &units);

/// Whether the stretch of `units` from `begin` on is `pattern`, up to a shift.
bool occurs_at(const Units &units, std::size_t begin, const Units &pattern);

/// Hashes of stretches of a sequence, equal for stretches that are equal up to a shift.
class StretchHashes {
public:
  explicit StretchHashes(const Units &units);

  /// Returns the hash of the `length` >= 1 units from `begin` on.
  std::uint64_t of(std::size_t begin, std::size_t length) const;

private:
  std::vector<std::uint64_t> prefixes_, powers_;
};

/// Sequences that are searched for in others, by their hashes.
class Patterns {
public:
  /// The number of stretches that may be examined, which takes a fraction of a second.
  static constexpr std::size_t most_windows = std::size_t{1} << 24;

  /// Keeps the hashes of `sequences`, which are numbered from 0; empty ones are left out.
  explicit Patterns(const std::vector<Units> &sequences);

  /// Calls found(begin, number) for each stretch of `units` that has the length and the hash of a sequence. Examines at
  /// most `windows` stretches, the longest first, and subtracts their number.
  void find(const Units &units, std::size_t &windows,
            const std::function<void(std::size_t begin, std::size_t number)> &found) const;

private:
  std::map<std::size_t, std::vector<std::pair<std::uint64_t, std::size_t>>> by_length_;
};

} // namespace automap::layout
