// The arguments with which Clang parses each input: the user's, those of a compilation database, and the tool's own,
// which choose the language.
#pragma once

#include "survey_request.h"

#include "clang/Tooling/CompilationDatabase.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace automap {

/// The name of standard input in command lines and diagnostics.
inline constexpr llvm::StringRef stdin_name = "<stdin>";

/// Whether generated code may include this input. Sources may not be included; standard input counts as a header.
bool is_header(llvm::StringRef input);

/// Returns the headers that -include and -imacros name in the user's compiler arguments.
std::vector<std::string> headers_before(const std::vector<std::string> &compiler_args);

/// The command for one input.
struct CompileCommand {
  std::vector<std::string> arguments; // the compiler first
  std::string directory;              // where it runs; empty: where automap runs
  std::string compiler;               // that Clang presents itself as; empty: there is none
  std::string gcc_version;            // of this compiler; empty: Clang presents itself as itself
};

/// The commands for all inputs.
class CompileCommands {
public:
  /// Reports a compiler, its arguments or a database that cannot be used, and returns nothing.
  static std::optional<CompileCommands> create(const SurveyRequest &request);

  /// Returns the command for one input. Reports an input that the database does not have, and returns nothing.
  std::optional<CompileCommand> command_for(const std::string &input);

  /// Suggests C++, or a later standard, for an input that does not compile and looks like it, unless the user has
  /// chosen a language.
  void suggest_another_language(const std::string &input) const;

private:
  explicit CompileCommands(const SurveyRequest &request) : request_(&request) {}

  std::vector<std::string> default_command(const std::string &input) const;

  /// Completes a command with the compiler that Clang presents itself as. `of_command` is the compiler of the compile
  /// command; empty: there is none. Each compiler is asked once for its version.
  CompileCommand present(CompileCommand command, const std::string &of_command);

  const SurveyRequest *request_;
  std::unique_ptr<clang::tooling::CompilationDatabase> database_;
  std::map<std::string, std::string> gcc_versions_;
};

} // namespace automap
