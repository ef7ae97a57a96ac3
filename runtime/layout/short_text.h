// The papers' notation of type trees, cut short for reports. This header is not installed.
#pragma once

#include "type_tree.h"

#include <cstddef>
#include <string>

namespace automap::layout {

/// Returns the papers' notation of a tree, with long lists of displacements and children cut short. It has at most
/// about `limit` bytes.
///
/// Example: idx(9, <0, 24, 60, 96, 1, 2, 3, 4, 5>, leaf(MPI_INT)) gives idx(9, <0, 24, 60, …, 5>, leaf(MPI_INT)).
std::string short_text(const TypeTree &tree, std::size_t limit);

} // namespace automap::layout
