// The part of a generated C++ header that lets templates find datatypes: automap::datatype<T>() and
// automap::buffer(range).
#pragma once

#include "show/emit.h"

namespace automap {

/// The templates, for all generated headers of a program once, and their specialisations for the records of
/// this one. Sources in C and in C++ before C++17 see nothing of them.
void emit_cxx_templates(const Survey &survey, llvm::raw_ostream &out);

} // namespace automap
