// Checks of what has been received.
#pragma once

#include "failure.h"

#include <string>

namespace autolink {

[[noreturn]] inline void fail_received(const char *what) {
  throw Failure(AL_ERR_MESSAGE, std::string("AutoLink: ") + what);
}

/// Throws Failure unless `condition` holds.
inline void check(bool condition, const char *what) {
  if (!condition) [[unlikely]]
    fail_received(what);
}

} // namespace autolink
