// The signature of a datatype as bytes, to be sent along with its hash, so that the other side can say where
// two signatures differ; and the tree of a datatype in few words.
//
// Displacements are left out of the bytes, so that most datatypes, indexed ones of any length among them,
// take some ten bytes. A node is its kind and its arguments, numbers in groups of seven bits, the lowest
// first:
//   0 type        one element of a basic type
//   1 n child     n copies
//   2 n child…    n children in order
#pragma once

#include "layout/type_tree.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace automap::check {

/// The bytes; nothing if they are more than `limit`.
std::optional<std::string> signature_bytes(const layout::TypeTree &tree, std::size_t limit);

/// A tree of the signature that signature_bytes() wrote; nothing if the bytes are no such.
std::optional<layout::TypeTree> tree_of_signature(std::span<const char> bytes);

/// The papers' notation with long lists of displacements and children cut short, at most about `limit` bytes.
///
/// Example: idx(4, <0, 24, 60, 96>, leaf(MPI_INT)) gives idx(4, <0, 24, …, 96>, leaf(MPI_INT)).
std::string short_text(const layout::TypeTree &tree, std::size_t limit);

} // namespace automap::check
