// A warning of headers that may not be included twice: a source that uses the generated header often includes the
// input too.
#pragma once

#include "ast/declarations.h"

namespace clang {
class CompilerInstance;
class PPConditionalDirectiveRecord;
} // namespace clang

namespace automap {

/// Watches how one input is read.
class IncludeGuard {
public:
  /// `compiler`: has its preprocessor, which is yet to read the input.
  explicit IncludeGuard(clang::CompilerInstance &compiler);

  /// Warns if the input, a header that has been read, would define a record twice if it was included twice;
  /// `declarations`: the input's and of what it includes. Says nothing where that depends on macros, nor where the
  /// command line has Clang read the header as if it was a source.
  void warn(const Declarations &declarations) const;

private:
  clang::CompilerInstance &compiler_;
  const clang::PPConditionalDirectiveRecord &conditionals_; // the preprocessor's
};

} // namespace automap
