// Reads the records of one input into the survey.
#pragma once

#include "annotations/type_selection.h"
#include "compile_commands.h"
#include "survey_request.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace automap {

/// What the inputs of one run_survey() share.
struct SurveyState {
  const SurveyRequest &request;
  SurveyResult &result;
  TypeSelection selection;
};

/// Parses one input with one command line and adds its records to the survey. Returns false if Clang could not begin or
/// found errors.
bool read_translation_unit(const std::string &input, const CompileCommand &command,
                           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, SurveyState &state);

/// Whether one input compiles with this command line. Prints nothing.
bool compiles(const CompileCommand &command, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace automap
