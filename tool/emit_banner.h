// What generated files begin with.
#pragma once

#include "record.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// What stands before the names of the inputs in the first lines of a C or C++ file.
inline constexpr std::string_view made_of_mark = "the structs of ";

/// The inputs by name alone: where they lie is nobody's business but the compiler's.
std::vector<std::string> names_of(const std::vector<Input> &inputs);
std::string input_names(const std::vector<Input> &inputs);

/// The comment that a C or C++ file begins with; `what`: "MPI datatypes for".
void emit_banner(const Survey &survey, std::string_view file, std::string_view what, llvm::raw_ostream &out);

/// The inclusion of the inputs.
void emit_input_includes(const Survey &survey, llvm::raw_ostream &out);

} // namespace automap
