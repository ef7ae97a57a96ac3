// Compares automap's JSON with debug information.
#pragma once

#include "dwarf_layout.h"

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace automap::test {

/// Returns the runs of the type map, one element after the other; their sizes stay 0.
std::vector<Element> elements_of(const llvm::json::Object &record);

/// Returns a line about the difference between the two lists, or nothing. Sizes are not compared.
std::string difference(const std::vector<Element> &automap, const std::vector<Element> &oracle);

/// Returns a line about a mistake in the holes of a mapped record, or nothing. Each byte must be in one element, in one
/// hole, in the tail padding, or in a field that is left out.
std::string misplaced_hole(const llvm::json::Object &record, const Flattened &oracle);

} // namespace automap::test
