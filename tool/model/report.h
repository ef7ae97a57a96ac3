// Messages without a place in a source file: about options, files and the environment.
#pragma once

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

namespace automap {

/// Return the stream for an error, a warning or a note, after "automap: error: " or the like. The caller adds the
/// message and a line break.
inline llvm::raw_ostream &report_error() { return llvm::WithColor::error(llvm::errs(), "automap"); }
inline llvm::raw_ostream &report_warning() { return llvm::WithColor::warning(llvm::errs(), "automap"); }
inline llvm::raw_ostream &report_note() { return llvm::WithColor::note(llvm::errs(), "automap"); }

} // namespace automap
