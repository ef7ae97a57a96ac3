// Packing functions in generated code, which copy arrays of a datatype's elements to dense bytes and back without MPI:
// one pair for each datatype, inline in the generated header.
#pragma once

#include "datatypes.h"

#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace automap {

/// Whether the layout can be written as a function of reasonable length: not if it is empty, goes backwards, or is too
/// irregular.
bool can_pack(const GeneratedType &type);

/// Prints the includes that the functions need, if any type has_packing.
void emit_packing_includes(const std::vector<GeneratedType> &types, llvm::raw_ostream &out);

/// Prints AutoMap_pack_<name> and AutoMap_unpack_<name> in the header, for all types that have them; with `cxx` in the
/// form that C++ wants, which C accepts too.
void emit_packing(const std::vector<GeneratedType> &types, bool cxx, llvm::raw_ostream &out);

/// Prints the includes and the functions in a source without a header. Only the runtime calls them, because nobody else
/// could.
void emit_packing_for_runtime(const std::vector<GeneratedType> &types, bool cxx, llvm::raw_ostream &out);

} // namespace automap
