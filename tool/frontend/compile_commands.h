// With which arguments Clang parses each input: the user's, those of a compilation database, and the
// tool's own; and in which language.
#pragma once

#include "survey_request.h"

#include "clang/Tooling/CompilationDatabase.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace automap {

/// What standard input is called in command lines and diagnostics.
inline constexpr llvm::StringRef stdin_name = "<stdin>";

/// May generated code include this input? Sources may not; standard input counts as a header here.
bool is_header(llvm::StringRef input);

struct CompileCommand {
  std::vector<std::string> arguments; // the compiler first
  std::string directory;              // to run it in; empty: where automap runs
};

class CompileCommands {
public:
  /// Nothing, after a report, if the request's compiler arguments or its database are of no use.
  static std::optional<CompileCommands> create(const SurveyRequest &request);

  /// The command for one input; nothing, after a report, if the database has none.
  std::optional<CompileCommand> of(const std::string &input) const;

  /// For an input that does not compile: says so if it looks like C++, or a later standard of it, and nobody
  /// told that it is.
  void suggest_another_language(const std::string &input) const;

private:
  explicit CompileCommands(const SurveyRequest &request) : request_(&request) {}

  std::vector<std::string> without_database(const std::string &input) const;

  const SurveyRequest *request_;
  std::unique_ptr<clang::tooling::CompilationDatabase> database_;
};

} // namespace automap
