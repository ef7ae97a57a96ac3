// Prints al_objects.hpp: what autolink.hpp needs to know of classes whose objects travel as C++ objects.
#pragma once

#include "show/emit.h"

namespace automap {

/// Prints the header; `options` has its name.
void emit_objects_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

} // namespace automap
