// Pages and drawings of layouts, for people.
#pragma once

#include "model/record.h"

#include "llvm/Support/raw_ostream.h"

#include <string_view>

namespace automap {

/// The words that each page and drawing begins with, after which another run may overwrite the file.
inline constexpr std::string_view page_mark = "Drawn by automap ";

/// Prints the listed records as one page of HTML, which is well-formed XML, too. It needs nothing but itself: no script,
/// font or picture from elsewhere.
void emit_html(const Survey &survey, const layout::CostModel &model, llvm::raw_ostream &out);

/// Prints the drawing of a mapped record's bytes as a file of SVG.
void emit_svg(const Survey &survey, const Record &record, llvm::raw_ostream &out);

} // namespace automap
