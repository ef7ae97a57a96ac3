// How generated code includes an input.
#pragma once

#include <string>

namespace clang {
class CompilerInstance;
}

namespace automap {

/// Returns the input with the delimiters of an include directive; empty if it is no header. `output` is the path of the
/// generated source. If both stand in one directory the input's name is enough; else the result leads from an include
/// directory of the compiler, or from the output, to the input.
std::string include_path(const std::string &input, const std::string &output, const clang::CompilerInstance &compiler);

} // namespace automap
