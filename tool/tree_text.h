// Type trees and their costs in a line or two, for comments and drawings.
#pragma once

#include "optimal_tree.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace automap {

/// The papers' notation, as layout::to_string(), but short: of long sequences the first items and "...", and of
/// what lies deep or late in a big tree only "...". Takes time in the text, not in the tree.
///
/// Example: idx(1000, <0, 16, 40, 56, ...>, leaf(MPI_INT))
std::string brief(const layout::TypeTree &tree);

/// "cost 14 (struct of the fields: 20), proved least"; `naive` is what the tree was made from.
std::string cost_line(const OptimalTree &optimal, std::string_view naive);

/// `text` in lines of less than `width` columns, broken behind blanks; each begins with `prefix`, all but the
/// first with four more blanks. Ends with a line break.
std::string wrapped(std::string_view text, std::string_view prefix, std::size_t width);

} // namespace automap
