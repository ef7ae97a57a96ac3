// "did you mean …?"
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace automap {

/// That of `names` (a range of strings) that is nearest to `wanted`; empty if none is near.
template <typename Names> std::string nearest_name(llvm::StringRef wanted, const Names &names) {
  unsigned best_distance = 2 + static_cast<unsigned>(wanted.size()) / 3;
  llvm::StringRef best;
  for (const auto &name : names) {
    const unsigned distance = wanted.edit_distance_insensitive(name, true, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best.str();
}

/// "; did you mean 'point'?" with the nearest name; empty if none is near.
template <typename Names> std::string did_you_mean(llvm::StringRef wanted, const Names &names) {
  const std::string nearest = nearest_name(wanted, names);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

} // namespace automap
