// The signature of a datatype as bytes, and its tree as a short text. The bytes are sent along with the hash
// of the signature, so that the other side can say where two signatures differ.
//
// The bytes leave out displacements, so most datatypes take some ten bytes, even indexed ones of any length.
// A node is its kind and its arguments. Numbers are groups of seven bits, the lowest first:
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

/// Returns the bytes of a signature; nothing if they are more than `limit`.
std::optional<std::string> signature_bytes(const layout::TypeTree &tree, std::size_t limit);

/// Returns a tree with the signature that signature_bytes() wrote; nothing for any other bytes.
std::optional<layout::TypeTree> tree_of_signature(std::span<const char> bytes);

/// Returns the papers' notation of a tree, with long lists of displacements and children cut short. It has at
/// most about `limit` bytes.
///
/// Example: idx(4, <0, 24, 60, 96>, leaf(MPI_INT)) gives idx(4, <0, 24, …, 96>, leaf(MPI_INT)).
std::string short_text(const layout::TypeTree &tree, std::size_t limit);

} // namespace automap::check
