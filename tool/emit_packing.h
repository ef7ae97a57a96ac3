// Functions in generated code that copy arrays of structs to dense bytes and back, without MPI: one pair for each
// datatype, inline in the generated header.
#pragma once

#include "emit_datatypes.h"

#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace automap {

/// False where a layout is too irregular to be written as a function of reasonable length.
bool has_packing(const GeneratedType &type);

/// For the generated header: AutoMap_pack_<name> and AutoMap_unpack_<name> for all types that have them.
void emit_packing(const std::vector<GeneratedType> &types, llvm::raw_ostream &out);

} // namespace automap
