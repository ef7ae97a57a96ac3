// The types of a file of AutoLink's as text.
#pragma once

#include "core/file/types.h"
#include "core/object/object_types.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace automap {

/// Returns what a pointer leads to: "node", "array of double", "one of 1: leaf, 2: node". Of very many choices, it has the
/// first ones.
std::string leads_text(const autolink::file::Types &types, const autolink::file::Leads &leads);

/// Prints the types, with a line for each field: its offset, name and type.
void print_types(const autolink::file::Types &types, llvm::raw_ostream &out);

/// Prints the classes of C++ objects in the same way.
void print_types(const autolink::object::Types &types, llvm::raw_ostream &out);

} // namespace automap
