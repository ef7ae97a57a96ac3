// Type trees and their costs in a line or two, for comments and drawings.
#pragma once

#include "model/optimal_tree.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace automap {

/// The papers' notation, as layout::to_string(), but short: of long sequences the first items and "...", and
/// of what lies deep or late in a big tree only "...". Takes time in the text, not in the tree.
///
/// Example: idx(1000, <0, 16, 40, 56, ...>, leaf(MPI_INT))
std::string brief(const layout::TypeTree &tree);

/// The tree with a line for each node, each beginning with `prefix`.
std::string indented(const layout::TypeTree &tree, std::string_view prefix);

/// "cost 14 (MPI_Type_create_struct of the fields: 20), proved least"; `naive` is how users would build the
/// type.
std::string cost_line(const OptimalTree &optimal, std::string_view naive);

/// `text` in lines of less than `width` columns, broken at blanks; the first begins with `first`, the others
/// with as many columns of `rest` and blanks, and four more. `end` stands behind the last one, before its
/// line break.
std::string wrapped(std::string_view text, std::string_view first, std::string_view rest, std::size_t width,
                    std::string_view end = "");

} // namespace automap
