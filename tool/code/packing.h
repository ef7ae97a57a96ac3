// Functions in generated code that copy arrays of what datatypes describe to dense bytes and back, without MPI:
// one pair for each datatype, inline in the generated header.
#pragma once

#include "datatypes.h"

#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace automap {

/// False where a layout is empty, goes backwards, or is too irregular to be written as a function of reasonable
/// length.
bool can_pack(const GeneratedType &type);

/// The headers that the functions need, if any type has_packing.
void emit_packing_includes(const std::vector<GeneratedType> &types, llvm::raw_ostream &out);

/// For the generated header: AutoMap_pack_<name> and AutoMap_unpack_<name> for all types that have them; `cxx`: as C++
/// would have them, in C as well.
void emit_packing(const std::vector<GeneratedType> &types, bool cxx, llvm::raw_ostream &out);

/// For a source without a header, where they would be unused without the runtime: the includes and the functions.
void emit_packing_for_runtime(const std::vector<GeneratedType> &types, bool cxx, llvm::raw_ostream &out);

} // namespace automap
