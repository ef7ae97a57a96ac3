// How much a test tries.
#pragma once

#include <algorithm>
#include <cstdlib>

/// Returns the number that the environment variable has, or else the default.
inline unsigned from_environment(const char *variable, unsigned otherwise) {
  const char *const text = std::getenv(variable);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

/// Returns how many of its cases a test tries, for which the environment variable can ask. By default it is a fifth, and
/// one at least, with sanitizers, which are slow.
inline unsigned amount(const char *variable, unsigned otherwise) {
  return from_environment(variable, AUTOMAP_IS_SANITIZED ? std::max(otherwise / 5, 1u) : otherwise);
}
