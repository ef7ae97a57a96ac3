// The signature of a datatype as bytes. They are sent along with the hash of the signature, so that the other side can
// say where two signatures differ.
//
// The bytes leave out displacements, so most datatypes take some ten bytes, even indexed ones of any length. A node is
// its kind and its arguments. Numbers are groups of seven bits, the lowest first:
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

} // namespace automap::check
