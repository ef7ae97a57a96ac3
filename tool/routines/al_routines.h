// Prints al_routines.c, al_routines.h and logbook.txt for a survey (AutoMap & AutoLink paper, section 1.3): the tables
// and functions that describe each node type to the AutoLink library.
#pragma once

#include "show/emit.h"

#include <string>

namespace automap {

/// Prints the generated source, or the header, for all records that are nodes; `options` has the files' names.
void emit_autolink_source(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);
void emit_autolink_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

/// Prints what was found, decided and refused for each record.
void emit_logbook(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

} // namespace automap
