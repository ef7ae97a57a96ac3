// The basic types of MPI with the sizes that they have on this machine, for layouts that come without a
// compiler.
#pragma once

#include "layout/basic_type.h"

#include <optional>
#include <string_view>

namespace automap {

/// The basic type called `name`, also by a synonym of the MPI standard; nothing if there is none.
std::optional<layout::BasicType> host_basic_type(std::string_view name);

} // namespace automap
