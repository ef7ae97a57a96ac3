// Reading headers as gcc would.
#pragma once

#include "clang/Frontend/CompilerInstance.h"

#include <string>

namespace automap {

/// Makes Clang present itself as gcc of this version, such as "12.2.0". Returns whether it does: options of the user
/// such as -fgnuc-version=9.1.0 win. The invocation must not have begun.
bool present_as_gcc(clang::CompilerInstance &compiler, const std::string &version);

} // namespace automap
