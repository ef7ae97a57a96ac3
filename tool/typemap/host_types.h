// The basic types of MPI with their sizes on this machine, for layouts that come without a compiler.
#pragma once

#include "layout/basic_type.h"

#include <optional>
#include <string_view>

namespace automap {

/// Returns the basic type called `name`, synonyms of the MPI standard included; nothing if there is none.
std::optional<layout::BasicType> host_basic_type(std::string_view name);

} // namespace automap
