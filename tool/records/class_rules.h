// What classes have beside their fields, and which of them MPI can copy.
#pragma once

#include "findings.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class RecordDecl;
} // namespace clang

namespace automap {

class TypeNames;

/// How the objects of a class are to be sent.
struct ClassUse {
  bool as_bytes = false; // the whole object is sent as raw bytes
  bool in_part = false;  // only the fields that a view selects are sent
};

/// Adds to `findings` why the record cannot be mapped whatever its fields are, or what MPI does not do for it.
void check_class(const clang::RecordDecl &record, ClassUse use, const clang::ASTContext &context,
                 const TypeNames &names, Findings &findings);

/// Returns why the bytes of an object are not its value, "it has virtual functions: …"; empty if they may be.
std::string why_not_bytes(const clang::RecordDecl &record, const TypeNames &names);

/// Whether the user has specialised std::tuple_size for the class.
bool is_tuple_like(const clang::CXXRecordDecl &record, clang::ASTContext &context);

/// Returns the names of members that are no fields, enumerators included.
std::vector<std::string> other_members(const clang::CXXRecordDecl &record);

} // namespace automap
