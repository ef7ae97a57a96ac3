// What a decoded datatype looks like, as text.
#pragma once

#include "decode.h"

#include <string>

namespace automap::mpi {

/// A line with bounds, size and cost, and the tree, one node a line.
std::string to_indented(const Decoded &type);

/// The papers' notation, shared subtrees written out. Throws UsageFailure if that makes millions of nodes.
std::string to_notation(const Decoded &type);

/// One line of JSON, an object; see AM_FORMAT_JSON.
std::string to_json(const Decoded &type);

} // namespace automap::mpi
