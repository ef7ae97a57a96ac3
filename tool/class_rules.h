// Which classes are more than a sequence of fields.
#pragma once

#include "findings.h"

namespace clang {
class ASTContext;
class RecordDecl;
} // namespace clang

namespace automap {

class TypeNames;

/// Adds to `findings` why the record as a whole cannot be mapped, whatever its fields are, or what MPI does
/// not do for it. `as_bytes`: it is to travel as raw bytes.
void check_class(const clang::RecordDecl &record, bool as_bytes, const clang::ASTContext &context,
                 const TypeNames &names, Findings &findings);

} // namespace automap
