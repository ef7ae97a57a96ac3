// The part of the generated source that compares the compiler's layout with the one that automap saw.
#pragma once

#include "show/emit.h"

namespace automap {

/// Prints a comment and static assertions for each listed record: its size and alignment, and the offset and type of
/// each field.
void emit_layout_checks(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

/// Prints a comment that shows the record's fields as a table, followed by the lines of `below`.
void emit_layout_comment(const Survey &survey, const Record &record, const std::string &below, llvm::raw_ostream &out);

/// Returns a structured binding of `object`, which must have so many fields: with more, it does not compile.
std::string binding_of(std::size_t n_fields, const std::string &object);

/// Returns how code names the record: its own name, or the one by which a datatype was asked for. Empty if it can only
/// be reached through its owner.
const std::string &spelling_of(const Record &record);

/// Returns a spelling of the record that code after the checks may pass to macros: a typedef if it has commas.
std::string macro_safe(const Record &record, const std::string &spelling);

} // namespace automap
