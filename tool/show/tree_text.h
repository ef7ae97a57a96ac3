// Type trees and their costs in a line or two, for comments and drawings.
#pragma once

#include "model/optimal_tree.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace automap {

/// The number of columns that lines of generated code stay below where they can.
inline constexpr std::size_t line_width = 100;

/// Returns the tree in the papers' notation, as layout::to_string() does, but shortened: "..." stands for the rest of a
/// long sequence and for deep or late parts of a big tree. The time depends on the text's length, not on the tree's
/// size.
///
/// Example: idx(1000, <0, 16, 40, 56, ...>, leaf(MPI_INT))
std::string brief(const layout::TypeTree &tree);

/// Returns the tree with a line for each node, each beginning with `prefix`.
std::string indented(const layout::TypeTree &tree, std::string_view prefix);

/// Returns "cost 14 (MPI_Type_create_struct of the fields: 20), proved least"; `naive` names how users would build the
/// type.
std::string cost_line(const OptimalTree &optimal, std::string_view naive);

/// Returns `text` in lines of less than `width` columns, broken at blanks. The first line begins with `first`. Each
/// other line begins with `rest`, filled up with blanks to the length of `first` plus four. `end` follows the last
/// word.
std::string wrapped(std::string_view text, std::string_view first, std::string_view rest, std::size_t width,
                    std::string_view end = "");

} // namespace automap
