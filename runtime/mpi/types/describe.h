// Texts that describe a decoded datatype.
#pragma once

#include "decode.h"

#include <string>

namespace automap::mpi {

/// Returns a line with bounds, size and cost, and then the tree, one node per line.
std::string to_indented(const Decoded &type);

/// Returns the papers' notation, with shared subtrees written out each time. Throws UsageFailure if it would have
/// millions of nodes.
std::string to_notation(const Decoded &type);

/// Returns one line of JSON, an object; see AM_FORMAT_JSON.
std::string to_json(const Decoded &type);

} // namespace automap::mpi
