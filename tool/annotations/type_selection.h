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

/// Patterns, what they matched, and all names that were there to match, over all inputs.
class TypeSelection {
public:
  /// Adds a --type pattern: a name or a glob, perhaps with "struct " before it, as C writes it. False, after
  /// a report, if it is malformed.
  bool add(llvm::StringRef pattern);

  /// Adds all types of a --select file. False, after reports, if a name is malformed.
  bool add(SelectionFile file);

  /// Nothing, if there was no --select file.
  const std::optional<SelectionFile> &file() const { return file_; }

  bool empty() const { return patterns_.empty(); }

  /// What asks for a type.
  struct Asking {
    const SelectionFile::Type *type; // of the file; null: --type
    bool by_name;                    // not by a glob
  };

  /// What asks for the type called `name`. A glob is not meant to reach into system headers.
  llvm::SmallVector<Asking> matches(llvm::StringRef name, bool in_system_header);

  /// Patterns that name an instance of a template, which need not exist before it is asked for, are matched
  /// through an alias that is declared behind the input. This is the C++ that declares them; in diagnostics
  /// its places are lines of the file `alias_file`.
  std::string aliases() const;
  static constexpr llvm::StringLiteral alias_file = "--type";

  /// What asks for the instance that the alias called `name` stands for; nothing if it is no such alias.
  std::optional<const SelectionFile::Type *> matches_alias(llvm::StringRef name);

  /// There is a template of this name, which is no record.
  void saw_template(std::string name) { templates_.insert(std::move(name)); }

  /// To be called before each input.
  void begin_input();

  /// Why the alias on this line does not compile in this input.
  void set_failure(unsigned line, std::string message);

  /// Reports patterns that nothing matched, with the nearest name; true if there are none.
  bool complete() const;

private:
  struct Pattern {
    std::string text;
    std::optional<llvm::GlobPattern> glob; // nothing: an instance of a template
    const SelectionFile::Type *type;       // null: of --type
    bool matched = false;
    bool fails_here = false; // its alias does not compile in the present input
    std::string failure;     // why, in the first where it does not
  };

  bool add(llvm::StringRef pattern, const SelectionFile::Type *type);

  /// What the user may have meant: records and templates that are called so in a namespace or class, or the
  /// records whose names are nearest.
  std::vector<std::string> likely_names(llvm::StringRef wanted) const;

  std::optional<SelectionFile> file_;
  std::vector<Pattern> patterns_;
  std::set<std::string> names_, templates_;
};

} // namespace automap
