// Whether a layout names a byte twice. No message may be received into such a type (MPI 4.0, section 5.1.11).
#pragma once

#include "layout/type_tree.h"

#include <cstdint>
#include <optional>

namespace automap::check {

/// Whether elements of `count` copies of `tree`, `extent_bytes` apart, overlap. Returns nothing if the structure does
/// not tell and there are more than a million elements, too many to look at each.
std::optional<bool> has_overlap(const layout::TypeTree &tree, std::int64_t extent_bytes, std::int64_t count);

} // namespace automap::check
