// Operators in generated code: the functions by which MPI's reductions combine structs. See model/reduction.h.
#pragma once

#include "model/reduction.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

/// A datatype whose elements can be reduced.
struct ReducedType {
  std::string name; // the user's name of the datatype: "ns::Vec3"
  std::uint64_t size_bytes = 0;
  std::int64_t data_bytes = 0; // what MPI_Type_size of the datatype returns
  const std::vector<Reduction> *reductions = nullptr;
};

/// Prints the functions of all operators, in a source after the definitions of the datatypes.
void emit_reductions(const std::vector<ReducedType> &types, const std::string &suffix, llvm::raw_ostream &out);

} // namespace automap
