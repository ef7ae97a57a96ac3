// The graph of linked records: a box for each record with its pointers, and a line from each to where it leads. Classes
// of C++ objects have boxes, too, with the members that hold or lead to others.
#pragma once

#include "model/record.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <string>

namespace automap {

/// Whether pointers of a record in the survey are followed, or C++ objects travel.
bool has_links(const Survey &survey);

/// Prints the graph as an <svg> element, with a link from each box; `link_of` returns "" for a record without a place.
/// It numbers classes of C++ objects after the records.
/// Very large graphs are cut, and the last line says how much.
void draw_links(const Survey &survey, const std::function<std::string(std::size_t type)> &link_of,
                llvm::raw_ostream &out);

} // namespace automap
