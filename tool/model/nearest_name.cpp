// Suggestions for misspelled names. See nearest_name.h.
#include "nearest_name.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace automap {

unsigned count_slips(llvm::StringRef word, llvm::StringRef name, unsigned tolerated) {
  const auto at =
      static_cast<std::size_t>(std::ranges::mismatch(word, name, {}, llvm::toLower, llvm::toLower).in1 - word.begin());
  const llvm::StringRef last = word.drop_front(at), wanted = name.drop_front(at);
  if (last.size() > 1 && wanted.size() > 1 && last.take_front(1).equals_insensitive(wanted.substr(1, 1)) &&
      last.substr(1, 1).equals_insensitive(wanted.take_front(1)) &&
      last.drop_front(2).equals_insensitive(wanted.drop_front(2)))
    return 1;
  return word.edit_distance_insensitive(name, true, tolerated);
}

std::string did_you_mean(const std::vector<std::string> &nearest) {
  std::string text;
  for (std::size_t i = 0; i < nearest.size(); ++i)
    text += (i == 0 ? "; did you mean '" : i + 1 < nearest.size() ? ", '" : " or '") + nearest[i] + "'";
  return text.empty() ? "" : text + "?";
}

} // namespace automap
