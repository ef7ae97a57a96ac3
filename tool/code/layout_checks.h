// The part of the generated source that compares the compiler's layout with the one that automap saw.
#pragma once

#include "show/emit.h"

namespace automap {

/// A comment and static assertions for each listed record: its size and alignment, and the offset and type of
/// each field.
void emit_layout_checks(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

/// A comment that shows the record, its fields in a table; `below` are lines of a comment that follow it.
void emit_layout_comment(const Survey &survey, const Record &record, const std::string &below,
                         llvm::raw_ostream &out);

/// A spelling of the record as code behind the checks may pass it to macros: a typedef if it has commas.
std::string macro_safe(const Record &record, const std::string &spelling);

} // namespace automap
