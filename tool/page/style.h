// The style sheets of pages and drawings: no fonts, images or scripts from elsewhere; light and dark; on paper, too.
#pragma once

#include <string>

namespace automap {

/// Returns the style of drawings: what a file of SVG needs.
std::string drawing_style();

/// Returns the style of pages, with that of their drawings. It has no character that XML does not allow in text.
std::string page_style();

} // namespace automap
