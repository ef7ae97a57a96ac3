// Which classes are more than a sequence of fields.
#pragma once

#include "findings.h"

namespace clang {
class ASTContext;
class RecordDecl;
} // namespace clang

namespace automap {

class TypeNames;

struct ClassUse {
  bool as_bytes = false; // it is to travel as raw bytes
  bool in_part = false;  // a view of it
};

/// Adds to `findings` why the record as a whole cannot be mapped, whatever its fields are, or what MPI does
/// not do for it.
void check_class(const clang::RecordDecl &record, ClassUse use, const clang::ASTContext &context,
                 const TypeNames &names, Findings &findings);

/// Why the bytes of an object are not its value, "it has virtual functions: …"; empty if they may be.
std::string why_not_bytes(const clang::RecordDecl &record, const TypeNames &names);

} // namespace automap
