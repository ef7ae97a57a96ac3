// The arenas of structures that have been received, by their roots.
#pragma once

#include "core/base/memory.h"

namespace autolink {

/// May throw std::bad_alloc, and then the structure is gone.
void keep_arena(void *root, Arena arena);

/// Frees the arena of the structure with this root, if it has one.
bool free_arena(void *root);

} // namespace autolink
