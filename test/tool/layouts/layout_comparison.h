// automap's JSON compared with what debug information tells.
#pragma once

#include "dwarf_layout.h"

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace automap::test {

/// The runs of the type map, one element after the other; their sizes are left at 0.
std::vector<Element> elements_of(const llvm::json::Object &record);

/// Where the two lists differ, in a line; nothing if they do not. Sizes are not compared.
std::string difference(const std::vector<Element> &automap, const std::vector<Element> &oracle);

/// What is wrong with the holes of a mapped record, in a line; nothing if each byte is in one element, in one
/// hole, in the tail padding, or in what is left out.
std::string misplaced_hole(const llvm::json::Object &record, const Flattened &oracle);

} // namespace automap::test
