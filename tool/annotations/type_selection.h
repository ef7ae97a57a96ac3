// The names that --type and --select ask for.
#pragma once

#include "selection_file.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace automap {

/// Patterns, what they matched, and all names of all inputs.
class TypeSelection {
public:
  /// Adds a --type pattern: a name or a glob, optionally after "struct ", as in C. Reports a malformed one, and returns
  /// false.
  bool add(llvm::StringRef pattern);

  /// Adds all types of a --select file. Reports malformed names, and returns false.
  bool add(SelectionFile file);

  /// Returns the --select file, if there is one.
  const std::optional<SelectionFile> &file() const { return file_; }

  bool empty() const { return patterns_.empty(); }

  /// A request for a type.
  struct Request {
    const SelectionFile::Type *type; // the entry of the file; null: --type
    bool by_name;                    // it names the type itself, not a glob
  };

  /// Returns the requests for the type called `name`: those by globs, too, unless `by_name_alone`.
  llvm::SmallVector<Request> matches(llvm::StringRef name, bool by_name_alone);

  /// Returns C++ code that is read after the input and declares an alias for each pattern that names an instance of a
  /// template: an instance need not exist before it is named. Its lines are lines of `alias_file` in diagnostics.
  std::string aliases() const;
  static constexpr llvm::StringLiteral alias_file = "--type";

  /// Returns the request for the instance that has the alias `name`; nothing if it is no such alias.
  std::optional<const SelectionFile::Type *> find_alias(llvm::StringRef name);

  /// Notes a template of this name, which is no record.
  void add_template(std::string name) { templates_.insert(std::move(name)); }

  /// Prepares for the next input.
  void begin_input();

  /// Notes why the alias on this line does not compile in this input.
  void set_failure(unsigned line, std::string message);

  /// Reports patterns that matched nothing, with the nearest names. Returns true if there are none.
  bool check_all_matched() const;

private:
  struct Pattern {
    std::string text;
    std::optional<llvm::GlobPattern> glob; // nothing: the pattern is an instance of a template
    const SelectionFile::Type *type;       // null: --type
    bool matched = false;
    bool fails_here = false; // its alias does not compile in the current input
    std::string failure;     // the reason, from the first input where it does not
  };

  bool add(llvm::StringRef pattern, const SelectionFile::Type *type);

  /// Returns suggestions: records and templates with this name in a namespace or class, or else the records with the
  /// nearest names.
  std::vector<std::string> likely_names(llvm::StringRef wanted) const;

  std::optional<SelectionFile> file_;
  std::vector<Pattern> patterns_;
  std::set<std::string> names_, templates_;
};

} // namespace automap
