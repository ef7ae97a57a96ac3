// "did you mean …?"
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace automap {

/// "; did you mean 'point'?" with that of `names` (a range of strings) that is nearest to `wanted`; empty if
/// none is near.
template <typename Names> std::string did_you_mean(llvm::StringRef wanted, const Names &names) {
  unsigned best_distance = 2 + static_cast<unsigned>(wanted.size()) / 3;
  llvm::StringRef best;
  for (const auto &name : names) {
    const unsigned distance = wanted.edit_distance_insensitive(name, true, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best.empty() ? "" : "; did you mean '" + best.str() + "'?";
}

} // namespace automap
