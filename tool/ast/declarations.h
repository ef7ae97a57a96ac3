// The declarations of a translation unit that annotations and --type can mean.
#pragma once

#include "clang/AST/CharUnits.h"
#include "clang/Basic/SourceLocation.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class ClassTemplateSpecializationDecl;
class EnumDecl;
class FieldDecl;
class NamedDecl;
class RecordDecl;
class TemplateArgument;
class TypedefNameDecl;
} // namespace clang

namespace automap {

/// The declarations of a translation unit, in source order.
struct Declarations {
  std::vector<const clang::RecordDecl *> records;      // complete ones, instances of templates too
  std::vector<const clang::NamedDecl *> namers;        // typedefs, variables and fields of record type
  std::vector<const clang::FieldDecl *> fields;        // those of templates, not of their instances
  std::vector<const clang::EnumDecl *> enums;          // complete ones
  std::vector<const clang::RecordDecl *> templates;    // class templates, and the classes in them
  std::vector<const clang::CXXRecordDecl *> undefined; // instances of templates whose definition nothing has needed
};

/// Returns the declarations of a translation unit that has been parsed.
Declarations collect_declarations(const clang::ASTContext &context);

/// Returns the record that is the type of a typedef, variable or field, without arrays and pointers; null if there is
/// none.
const clang::RecordDecl *record_named_by(const clang::NamedDecl &declaration);

/// Returns the declaration as a typedef of an array of records of known length; null if it is none.
const clang::TypedefNameDecl *array_named_by(const clang::NamedDecl &declaration);

/// Returns where the record is declared; for an instance of a template, where the template is.
clang::SourceLocation written_at(const clang::RecordDecl &record);

/// Returns the alignment of a record. A typedef that alone names it may align it more strictly.
clang::CharUnits alignment_of(const clang::RecordDecl &record, const clang::ASTContext &context);

inline std::uint64_t bytes_of(clang::CharUnits size) { return static_cast<std::uint64_t>(size.getQuantity()); }

/// Returns the bytes that a class takes as a base or as a [[no_unique_address]] member: others may stand in its tail
/// padding.
std::uint64_t own_bytes(const clang::CXXRecordDecl &record, const clang::ASTContext &context);

/// Whether the record is made from a template.
bool is_instantiated(const clang::RecordDecl &record);

/// Returns the parameters of the class template that an instance is made from, or of its partial specialization, each
/// with its argument.
std::vector<std::pair<const clang::NamedDecl *, const clang::TemplateArgument *>>
arguments_of(const clang::ClassTemplateSpecializationDecl &instance);

} // namespace automap
