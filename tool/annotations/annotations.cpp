// Directives of declarations. See annotations.h.
#include "annotations.h"

#include "ast/diagnose.h"
#include "ast/element_type.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

#include <algorithm>

namespace automap {
namespace {

const Mapping *find_in(const llvm::DenseMap<clang::SourceLocation, Mapping> &mappings, clang::SourceLocation location) {
  const auto found = mappings.find(location);
  return found == mappings.end() ? nullptr : &found->second;
}

/// Returns the name of the directive in a comment, or its key in a --select file.
std::string_view name_of(const FoundDirective &found) {
  return found.selected ? selection_key(found.directive) : spelling(found.directive);
}

bool same_texts(const std::vector<PlacedChoice> &a, const std::vector<PlacedChoice> &b) {
  return std::ranges::equal(a, b, [](const PlacedChoice &x, const PlacedChoice &y) {
    return x.value.text == y.value.text && x.what.text == y.what.text;
  });
}

} // namespace

const Mapping *Annotations::find(const clang::FieldDecl &field) const { return find_in(fields_, field.getLocation()); }

const Mapping *Annotations::find(const clang::RecordDecl &record) const {
  return find_in(records_, written_at(record));
}

void Annotations::add_to(Mapping &mapping, const FoundDirective &found, clang::DiagnosticsEngine &diagnostics) {
  const auto name = [&](PlacedName &before) {
    const bool contradicts = !before.text.empty() && before.text != found.argument.text;
    before = found.argument;
    return contradicts;
  };
  bool contradicts = false;
  switch (found.directive) {
  case Directive::ignore:
    mapping.ignored = true;
    break;
  case Directive::bytes:
    mapping.bytes = true;
    break;
  case Directive::use:
    contradicts = name(mapping.member);
    break;
  case Directive::string:
    mapping.string = true;
    break;
  case Directive::inside:
    contradicts = mapping.inside && mapping.place.text != found.argument.text;
    mapping.inside = true;
    mapping.place = found.argument;
    break;
  case Directive::weak:
    mapping.weak = true;
    break;
  case Directive::any:
    contradicts = !mapping.choices.empty() &&
                  (mapping.kind.text != found.argument.text || !same_texts(mapping.choices, found.choices));
    mapping.kind = found.argument;
    mapping.choices = found.choices;
    break;
  case Directive::tree:
    mapping.tree = true;
    return;
  case Directive::reduce:
    if (!mapping.reductions.empty() && !same_texts(mapping.reductions, found.choices))
      error(diagnostics, found.range.getBegin(), quoted(name_of(found)) + " contradicts another one of the same record")
          << found.range;
    mapping.reductions = found.choices;
    mapping.reduce = found.range;
    return;
  case Directive::make:
  case Directive::arrived:
    if (name(found.directive == Directive::make ? mapping.make : mapping.arrived))
      error(diagnostics, found.range.getBegin(), quoted(name_of(found)) + " names another function before")
          << found.range;
    return;
  default:
    contradicts = name(mapping.length);
    break;
  }
  // A pointer may have both a length and a directive that says what it leads to.
  const int kinds = mapping.ignored + mapping.bytes + !mapping.member.text.empty() + mapping.describes_target();
  if (contradicts || kinds > 1 || mapping.string + mapping.inside + !mapping.choices.empty() > 1 ||
      (mapping.string && mapping.weak))
    error(diagnostics, found.range.getBegin(),
          quoted(name_of(found)) + " contradicts another directive of the same declaration")
        << found.range;
}

namespace {

bool is_unique_ptr(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName() == "unique_ptr";
}

/// Returns the only kind of field that a directive fits, if this field is another kind; empty if it fits.
std::string required_kind(const clang::FieldDecl &field, Directive directive, const clang::ASTContext &context) {
  const clang::QualType type = field.getType();
  if (type->isDependentType() || type->getBaseElementTypeUnsafe()->isDependentType())
    return "";
  const clang::QualType element = element_type_of(type, context);
  const bool pointer = element->isPointerType() && !element->isFunctionPointerType();
  switch (directive) {
  case Directive::use:
    return element->isUnionType() ? "" : "unions";
  case Directive::len:
    return pointer || type->isIncompleteArrayType() || is_unique_ptr(element) ? ""
                                                                              : "pointers and flexible array members";
  case Directive::inside:
  case Directive::weak:
    return pointer ? "" : "pointers";
  case Directive::string: {
    clang::QualType pointee = pointer ? element->getPointeeType() : element;
    if (pointer && pointee->isPointerType()) // an array of strings
      pointee = pointee->getPointeeType();
    return pointer && pointee->isAnyCharacterType() ? "" : "pointers to characters";
  }
  case Directive::any:
    return pointer || element->isUnionType() ? "" : "pointers and unions";
  default:
    return "";
  }
}

std::string describe_misuse(const FoundDirective &found, const std::string &what) {
  return quoted(name_of(found)) + " is only for " + what +
         (found.directive == Directive::use ? ": write it after the '}' of a union, or after a field of union type"
                                            : "");
}

} // namespace

void Annotations::add(const clang::FieldDecl &field, const FoundDirective &found, const clang::ASTContext &context) {
  if (const std::string what = required_kind(field, found.directive, context); !what.empty())
    error(context.getDiagnostics(), found.range.getBegin(), describe_misuse(found, what)) << found.range;
  else
    add_to(fields_[field.getLocation()], found, context.getDiagnostics());
}

void Annotations::add(const clang::RecordDecl &record, const FoundDirective &found, const clang::ASTContext &context) {
  if (found.directive == Directive::use && !record.isUnion())
    error(context.getDiagnostics(), found.range.getBegin(), describe_misuse(found, "unions")) << found.range;
  else
    add_to(records_[written_at(record)], found, context.getDiagnostics());
}

} // namespace automap
