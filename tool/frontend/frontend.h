// Running Clang over the inputs: where builtin headers, mpi.h and compiler arguments come from.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap {

enum class Language : std::uint8_t { c, cxx };

/// What to read, and what of it is wanted.
struct SurveyRequest {
  std::vector<std::string> inputs;         // paths; "-" is standard input
  std::optional<std::string> build_dir;    // of a compile_commands.json
  std::vector<std::string> compiler_args;  // without a build_dir: the command line; with it: added to it
  std::optional<Language> output_language; // of the generated code; nothing: none is generated
  std::string output_path;                 // of the generated source; includes are written relative to it
  std::vector<std::string> type_patterns;  // globs over qualified names, beside the annotations
  std::string selection_file;              // of --select; empty: none
  bool all = false;                        // list all complete records, marked or not
  bool skip_included = false;              // no datatypes for marks in included files
  bool autolink = false;                   // follow pointers
  bool ignore_pointers = false;            // treat each pointer as AutoMap_Ignore would
};

struct SurveyResult {
  Survey survey;
  bool parsed = false;  // the inputs compile; without it the survey is not to be used
  bool refused = false; // a record that was asked for cannot be mapped, or a directive is wrong
};

/// Reads the inputs. Everything that is wrong has been reported on stderr when this returns.
SurveyResult run_survey(const SurveyRequest &request);

} // namespace automap
