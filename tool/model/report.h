// Messages without a place in a source file: about options, files and the environment.
#pragma once

#include "progress.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace automap {

/// Whether to print in colour: on a terminal that has it, unless NO_COLOR is set to anything (https://no-color.org).
inline bool wants_colour(llvm::raw_ostream &out) {
  const char *no_colour = std::getenv("NO_COLOR");
  return (!no_colour || *no_colour == '\0') && out.has_colors();
}

/// Return the stream for an error, a warning or a note, after "automap: error: " or the like. The caller adds the
/// message and a line break.
inline llvm::raw_ostream &report_error() {
  hide_progress();
  return llvm::WithColor::error(llvm::errs(), "automap", !wants_colour(llvm::errs()));
}
inline llvm::raw_ostream &report_warning() {
  hide_progress();
  return llvm::WithColor::warning(llvm::errs(), "automap", !wants_colour(llvm::errs()));
}
inline llvm::raw_ostream &report_note() {
  hide_progress();
  return llvm::WithColor::note(llvm::errs(), "automap", !wants_colour(llvm::errs()));
}

} // namespace automap
