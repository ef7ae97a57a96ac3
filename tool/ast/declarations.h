// The declarations of a translation unit that annotations and --type can mean.
#pragma once

#include "clang/AST/CharUnits.h"
#include "clang/Basic/SourceLocation.h"

#include <vector>

namespace clang {
class ASTContext;
class EnumDecl;
class FieldDecl;
class NamedDecl;
class RecordDecl;
} // namespace clang

namespace automap {

/// In source order.
struct Declarations {
  std::vector<const clang::RecordDecl *> records;   // complete ones, instances of templates too
  std::vector<const clang::NamedDecl *> namers;     // typedefs, variables and fields of record type
  std::vector<const clang::FieldDecl *> fields;     // as written: those of templates, not of their instances
  std::vector<const clang::EnumDecl *> enums;       // complete ones
  std::vector<const clang::RecordDecl *> templates; // class templates, and the classes in them
};

Declarations collect_declarations(const clang::ASTContext &context);

/// The record that a typedef, variable or field is of, behind arrays and pointers; null if of none.
const clang::RecordDecl *record_named_by(const clang::NamedDecl &declaration);

/// Where the record is declared; of an instance of a template, where the template is.
clang::SourceLocation written_at(const clang::RecordDecl &record);

/// A typedef may align more strictly than the record that it alone names.
clang::CharUnits alignment_of(const clang::RecordDecl &record, const clang::ASTContext &context);

/// Is it made from a template, and not written as it is?
bool is_instantiated(const clang::RecordDecl &record);

} // namespace automap
