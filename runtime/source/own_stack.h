// A stack of the checker's own. Reading debug information needs more room than a small thread or fiber of the program
// may have.
#pragma once

#include <functional>

namespace automap::source {

/// Calls `work` on a new stack of a megabyte, or on the current stack if there is no memory for another. It must not
/// look for the program's calls on the stack.
void on_own_stack(const std::function<void()> &work);

} // namespace automap::source
