// The names that --type asks for. See type_selection.h.
#include "type_selection.h"

#include "report.h"

namespace automap {

bool TypeSelection::add(llvm::StringRef pattern) {
  for (const char *keyword : {"struct ", "class ", "union "})
    pattern.consume_front(keyword);
  auto glob = llvm::GlobPattern::create(pattern);
  if (!glob) {
    report_error() << "--type '" << pattern << "': " << llvm::toString(glob.takeError()) << '\n';
    return false;
  }
  patterns_.push_back({pattern.str(), std::move(*glob), false});
  return true;
}

bool TypeSelection::matches(llvm::StringRef name, bool in_system_header) {
  names_.insert(name.str());
  bool any = false;
  for (Pattern &pattern : patterns_)
    if (in_system_header ? pattern.text == name : pattern.glob.match(name)) {
      pattern.matched = true;
      any = true;
    }
  return any;
}

bool TypeSelection::complete() const {
  bool complete = true;
  for (const Pattern &pattern : patterns_) {
    if (pattern.matched)
      continue;
    complete = false;
    report_error() << "--type '" << pattern.text << "' matches no complete struct" << suggestion(pattern.text)
                   << '\n';
  }
  return complete;
}

std::string TypeSelection::suggestion(llvm::StringRef wanted) const {
  unsigned best_distance = 2 + static_cast<unsigned>(wanted.size()) / 3;
  llvm::StringRef best;
  for (const std::string &name : names_) {
    const unsigned distance = wanted.edit_distance_insensitive(name, true, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best.empty() ? "" : "; did you mean '" + best.str() + "'?";
}

} // namespace automap
