// Whether a layout names a byte twice: a type that does so must not be received into (MPI 4.0,
// section 5.1.11).
#pragma once

#include "layout/type_tree.h"

#include <cstdint>
#include <optional>

namespace automap::check {

/// Whether elements of `count` copies of `tree`, `extent_bytes` apart, overlap. Nothing where neither the
/// structure tells nor looking at each of the elements, of which there are more than a million.
std::optional<bool> has_overlap(const layout::TypeTree &tree, std::int64_t extent_bytes, std::int64_t count);

} // namespace automap::check
