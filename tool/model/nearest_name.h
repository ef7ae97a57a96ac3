// Suggestions for misspelled names: "did you mean …?"
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace automap {

/// Returns how many letters of `word` differ from `name`, whatever their case, or more than `tolerated`. Two letters
/// that changed places count as one.
unsigned count_slips(llvm::StringRef word, llvm::StringRef name, unsigned tolerated);

/// Returns at most three of `names`, a range of strings, that are nearest to `wanted`; none if no name is near.
template <typename Names> std::vector<std::string> nearest_names(llvm::StringRef wanted, const Names &names) {
  // A name of one or two letters with a wrong one is another name.
  unsigned best_distance = wanted.size() < 3 ? 0 : 1 + static_cast<unsigned>(wanted.size()) / 3;
  std::vector<std::string> best;
  for (const auto &candidate : names) {
    const llvm::StringRef name(candidate);
    const unsigned distance = count_slips(wanted, name, best_distance);
    if (distance > best_distance || (distance == best_distance && best.size() == 3))
      continue;
    if (distance < best_distance)
      best.clear();
    best_distance = distance;
    best.push_back(name.str());
  }
  return best;
}

/// Returns "; did you mean 'point' or 'paint'?" with the nearest names; empty if there are none.
std::string did_you_mean(const std::vector<std::string> &nearest);

template <typename Names> std::string did_you_mean(llvm::StringRef wanted, const Names &names) {
  return did_you_mean(nearest_names(wanted, names));
}

} // namespace automap
