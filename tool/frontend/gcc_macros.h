// The macros of gcc while headers are preprocessed.
#pragma once

#include "clang/Lex/Preprocessor.h"

#include <string>

namespace automap {

/// Hides macros that only Clang has from headers, for the version of gcc that the preprocessor presents itself as:
/// those that Clang defines, and operators such as __has_feature. In headers of the user, __has_attribute(x) and its
/// like have the values that `gcc` gives them, a command that is asked when they are first used. In headers of the
/// system, which Clang has to read, they have Clang's. Clang's own headers find all as Clang has it. The preprocessor
/// must not have begun.
void use_gcc_macros(clang::Preprocessor &preprocessor, std::string gcc);

} // namespace automap
