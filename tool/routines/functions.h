// Generated functions that walk over, pack, unpack and relink a record without its tables: AL_Routines of
// autolink/al_inline.h.
#pragma once

#include "node_tables.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <string>

namespace automap {

/// Returns the name of a pointer's function: what = "length" or "kind", of = the number of a choice.
using FunctionName = std::function<std::string(const char *what, const NodePointer &pointer, const std::string &of)>;

/// Returns the enumerator for what a link is: "AL_LINK".
std::string target_kind(const Link &link);

/// Returns the number of basics, records or pointers in each of the elements that a length counts.
std::uint64_t multiple_of(const Link &link);

/// Returns the value that selects a choice, as an expression of type int64_t.
std::string choice_value(const LinkChoice &choice);

/// Whether the record gets routines. A record with very many pointers has tables alone, which are shorter.
bool has_routines(const NodeTables &tables);

/// Prints the routines of the record that is `type` in generated code; `name` is part of all generated names.
void emit_routines(const std::string &name, const std::string &type, const NodeTables &tables,
                   const FunctionName &function, llvm::raw_ostream &out);

} // namespace automap
