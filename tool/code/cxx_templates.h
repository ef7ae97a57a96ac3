// The part of a generated C++ header that lets templates find datatypes: automap::datatype<T>() and
// automap::buffer(range).
#pragma once

#include "show/emit.h"

namespace automap {

/// Prints the templates, which all generated headers of a program share, and their specialisations for the records of
/// this header. They are hidden from C and from C++ before C++17.
void emit_cxx_templates(const Survey &survey, llvm::raw_ostream &out);

} // namespace automap
