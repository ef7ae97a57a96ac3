// The functions that walk over, pack, unpack and relink a record in place of its tables: AL_Routines of
// autolink/al_inline.h.
#pragma once

#include "node_tables.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <string>

namespace automap {

/// Where generated code finds the functions of a pointer: what = "length" or "kind", of = a choice's number.
using FunctionName =
    std::function<std::string(const char *what, const NodePointer &pointer, const std::string &of)>;

/// The enumerator of what a link is: "AL_LINK".
std::string target_kind(const Link &link);

/// The value that tells a choice, as an expression of type int64_t.
std::string choice_value(const LinkChoice &choice);

/// Whether the record gets routines: one with very many pointers is left to the tables, which are shorter.
bool has_routines(const NodeTables &tables);

/// The routines of a record that generated code calls `type`; `name` is in the names of what is generated.
void emit_routines(const std::string &name, const std::string &type, const NodeTables &tables,
                   const FunctionName &function, llvm::raw_ostream &out);

} // namespace automap
