// Reading headers as gcc would.
#pragma once

#include "clang/Frontend/CompilerInstance.h"

#include <string>

namespace automap {

/// Makes Clang present itself as gcc of this version, such as "12.2.0", by its macros. Options of the user such as
/// -fgnuc-version=9.1.0 and -D__clang__ win. The invocation must not have begun.
void present_as_gcc(clang::CompilerInstance &compiler, const std::string &version);

} // namespace automap
