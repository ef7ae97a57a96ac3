// What a survey is asked for, and what it answers.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap {

enum class Language : std::uint8_t { c, cxx };

/// The inputs, and what is wanted of them.
struct SurveyRequest {
  std::vector<std::string> inputs;         // paths; "-" is standard input
  std::optional<std::string> build_dir;    // the directory of a compile_commands.json
  std::vector<std::string> compiler_args;  // added to the commands of build_dir; without it, the whole command line
  std::string compiler;                    // whose view of the headers is wanted; empty: that of the compile commands
                                           // or else of mpicc
  std::optional<Language> output_language; // the language of the generated code; nothing: none is generated
  std::string output_path;                 // the generated source; includes are written relative to it
  std::vector<std::string> type_patterns;  // globs over qualified names that ask for types, as annotations do
  std::string selection_file;              // the file of --select; empty: none
  bool all = false;                        // list all complete records, marked or not
  bool system_headers = false;             // of these, also those of system headers that no other one contains
  bool skip_included = false;              // no datatypes for marks in included files
  bool autolink = false;                   // follow pointers
  bool objects = false;                    // of C++: find what AutoLink can send as objects
  bool ignore_pointers = false;            // treat each pointer as AutoMap_Ignore would
};

struct SurveyResult {
  Survey survey;
  bool parsed = false;  // the inputs compile; if not, the survey cannot be used
  bool refused = false; // a wanted record cannot be mapped, or a directive is wrong
};

} // namespace automap
