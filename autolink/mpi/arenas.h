// The arenas of received structures, by their roots.
#pragma once

#include "core/base/memory.h"

namespace autolink {

/// Keeps the arena of the structure with this root. If it throws std::bad_alloc, the structure is gone.
void keep_arena(void *root, Arena arena);

/// Keeps the arena of the structure with the root `from`, if it has one, under another root.
void move_arena(void *from, void *to);

/// Frees the arena of the structure with this root, and returns whether it has one.
bool free_arena(void *root);

} // namespace autolink
