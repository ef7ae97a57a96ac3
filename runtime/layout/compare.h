// Where two type signatures differ first, found without writing them out: by halving, over hashes of
// prefixes.
#pragma once

#include "signature.h"
#include "type_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap::layout {

/// One step down a type tree: into which copy of the child, or which child.
struct PathStep {
  TypeTree::Kind kind = TypeTree::Kind::vec;
  std::int64_t position = 0; // vec, idx, idxbuc: the copy (idxbuc: within its bucket); struc: the child
  std::int64_t bucket = 0;   // idxbuc

  friend bool operator==(const PathStep &, const PathStep &) = default;
};

/// A basic element of `count` copies of a tree.
struct Element {
  BasicType type;
  std::int64_t item = 0;         // which copy of the tree
  std::int64_t displacement = 0; // bytes, within that copy
  std::vector<PathStep> path;    // from the root of that copy down to the leaf
};

/// The element number `index`, from 0, of copies of `tree`. Throws std::invalid_argument where `index` is
/// negative or the tree is empty. Takes time in the depth of the tree and the lengths of the strucs and
/// idxbucs on the way.
Element element_at(const TypeTree &tree, std::int64_t index);

/// A path as text: ".2" is the child 2 of a struc, "[5]" the copy 5 of the child of a vec or idx, "[1:5]" the
/// copy 5 in the bucket 1 of an idxbuc, all from 0. Empty for the root.
///
/// Example: in struc(2, <0, 8>, <leaf(MPI_INT), vec(3, 8, leaf(MPI_DOUBLE))>) the last element is at ".1[2]".
std::string to_string(const std::vector<PathStep> &path);

enum class Relation : std::uint8_t {
  same,             // one signature, MPI_PACKED in the same places
  first_is_prefix,  // the first one ends, the second one goes on; they agree so far
  second_is_prefix, // the other way round
  packed,           // they agree up to an MPI_PACKED of either, which matches anything
  different         // element `index` has two types
};

struct Comparison {
  Relation relation = Relation::same;

  /// How many elements agree from the first one on. Where all of both do, their number.
  std::int64_t index = 0;

  /// The element `index` of each side, where that side has one.
  std::optional<Element> first, second;
};

/// Compares the signatures of `first_count` copies of `first` and `second_count` copies of `second`. MPI_BYTE
/// is a type like others. Takes O(log n) prefixes (see PrefixSignatures) for n elements.
///
/// That element `index` differs is certain; that all before it agree is so but for a collision of hashes.
/// Throws std::length_error where a count leaves the 64-bit range, std::invalid_argument for a negative one.
Comparison compare(const TypeTree &first, std::int64_t first_count, const TypeTree &second,
                   std::int64_t second_count);

} // namespace automap::layout
