// Survey → al_routines.c, al_routines.h and logbook.txt (AutoMap & AutoLink paper, section 1.3): the tables and
// functions from which the AutoLink library knows each node type.
#pragma once

#include "show/emit.h"

#include <string>

namespace automap {

/// The generated source and header for all records that are nodes; `options` has the names of these files.
void emit_autolink_source(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);
void emit_autolink_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

/// For each record what was found, decided and refused.
void emit_logbook(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

} // namespace automap
