// The names that --type asks for.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"

#include <set>
#include <string>
#include <vector>

namespace automap {

/// Patterns, what they matched, and all names that were there to match, over all inputs.
class TypeSelection {
public:
  /// Adds a pattern: a name or a glob, perhaps with "struct " before it, as C writes it. False, after a
  /// report, if it is malformed.
  bool add(llvm::StringRef pattern);

  /// Is the type called `name` asked for? A glob is not meant to reach into system headers.
  bool matches(llvm::StringRef name, bool in_system_header);

  /// Reports patterns that nothing matched, with the nearest name; true if there are none.
  bool complete() const;

private:
  struct Pattern {
    std::string text;
    llvm::GlobPattern glob;
    bool matched;
  };

  std::string suggestion(llvm::StringRef wanted) const;

  std::vector<Pattern> patterns_;
  std::set<std::string> names_;
};

} // namespace automap
