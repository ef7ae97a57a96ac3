// `automap diff`: what has changed between two layouts, and whether old and new programs understand each other.
#pragma once

#include "options.h"

namespace automap {

/// Runs it. Returns the exit status: 0 if old and new programs understand each other, 1 if they do not, 2 after an
/// error.
int run_diff(const Options &options);

} // namespace automap
