// The lines of a header that define a record, for people to read beside its layout.
#pragma once

#include "model/record.h"

namespace clang {
class RecordDecl;
class SourceManager;
} // namespace clang

namespace automap {

/// Returns the lines from the beginning of a record's definition to its closing brace. A macro's record has the lines of
/// the macro's use.
SourceLines source_lines(const clang::RecordDecl &record, const clang::SourceManager &sources);

} // namespace automap
