// Warns about headers without an include guard: a source that includes the generated header often includes the input,
// too.
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
  /// `compiler` has a preprocessor that has not yet read the input.
  explicit IncludeGuard(clang::CompilerInstance &compiler);

  /// Warns if the input, a header that has been read, defines a record again when it is included again. `declarations`
  /// are those of the input and of what it includes. Does nothing if that depends on macros, or if Clang reads the
  /// header as a source.
  void warn(const Declarations &declarations) const;

private:
  clang::CompilerInstance &compiler_;
  const clang::PPConditionalDirectiveRecord &conditionals_; // the preprocessor's
};

} // namespace automap
