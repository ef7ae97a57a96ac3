// The first difference of two type signatures. It is found by halving, over hashes of prefixes, without writing the
// signatures out.
#pragma once

#include "signature.h"
#include "type_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap::layout {

/// One step down a type tree: the copy of the child, or the child, that it goes into.
struct PathStep {
  TypeTree::Kind kind = TypeTree::Kind::vec;
  std::int64_t position = 0; // the copy of a vec's, idx's or bucket's child; the child of a struc
  std::int64_t bucket = 0;   // the bucket of an idxbuc

  friend bool operator==(const PathStep &, const PathStep &) = default;
};

/// A basic element of several copies of a tree.
struct Element {
  BasicType type;
  std::int64_t item = 0;         // the number of the copy of the tree
  std::int64_t displacement = 0; // bytes within that copy
  std::vector<PathStep> path;    // the steps from the root of that copy down to the leaf
};

/// Returns the element number `index`, from 0, of copies of `tree`. Throws std::invalid_argument if `index` is negative
/// or the tree is empty. The time depends on the depth of the tree and on the lengths of the strucs and idxbucs on the
/// path.
Element element_at(const TypeTree &tree, std::int64_t index);

/// Returns a path as text, all numbers from 0: ".2" is the child 2 of a struc, "[5]" the copy 5 of the child of a vec
/// or idx, "[1:5]" the copy 5 in the bucket 1 of an idxbuc. The root's path is empty.
///
/// Example: in struc(2, <0, 8>, <leaf(MPI_INT), vec(3, 8, leaf(MPI_DOUBLE))>) the last element is at ".1[2]".
std::string to_string(const std::vector<PathStep> &path);

enum class Relation : std::uint8_t {
  same,             // both are one signature, with MPI_PACKED in the same places
  first_is_prefix,  // the first one ends and the second one goes on; they agree so far
  second_is_prefix, // the second one ends and the first one goes on
  packed,           // they agree up to an MPI_PACKED of either, which matches anything
  different         // the elements at `index` differ in their type
};

struct Comparison {
  Relation relation = Relation::same;

  /// The number of elements that agree, from the first one on; the number of all elements if all agree.
  std::int64_t index = 0;

  /// The element `index` of each side that has one.
  std::optional<Element> first, second;
};

/// Compares the signatures of `first_count` copies of `first` and `second_count` copies of `second`. MPI_BYTE is
/// compared like any other type. The comparison takes O(log n) prefixes (see PrefixSignatures) for n elements.
///
/// It is certain that element `index` differs. All elements before it agree unless hashes collide. Throws
/// std::length_error if a count leaves the 64-bit range and std::invalid_argument if one is negative.
Comparison compare(const TypeTree &first, std::int64_t first_count, const TypeTree &second, std::int64_t second_count);

} // namespace automap::layout
