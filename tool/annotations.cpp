// What is said of declarations. See annotations.h.
#include "annotations.h"

#include "diagnose.h"
#include "element_type.h"
#include "quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

namespace automap {
namespace {

const Mapping *find_in(const llvm::DenseMap<clang::SourceLocation, Mapping> &mappings,
                       clang::SourceLocation location) {
  const auto found = mappings.find(location);
  return found == mappings.end() ? nullptr : &found->second;
}

} // namespace

const Mapping *Annotations::find(const clang::FieldDecl &field) const {
  return find_in(fields_, field.getLocation());
}

const Mapping *Annotations::find(const clang::RecordDecl &record) const {
  return find_in(records_, written_at(record));
}

void Annotations::say(Mapping &mapping, Directive directive, const PlacedName &argument,
                      clang::SourceRange range, clang::DiagnosticsEngine &diagnostics) {
  const auto name = [&](PlacedName &said) {
    const bool contradicts = !said.text.empty() && said.text != argument.text;
    said = argument;
    return contradicts;
  };
  bool contradicts = false;
  switch (directive) {
  case Directive::ignore:
    mapping.ignored = true;
    break;
  case Directive::bytes:
    mapping.bytes = true;
    break;
  case Directive::use:
    contradicts = name(mapping.member);
    break;
  default:
    contradicts = name(mapping.length);
    break;
  }
  const int said =
      mapping.ignored + mapping.bytes + !mapping.member.text.empty() + !mapping.length.text.empty();
  if (contradicts || said > 1)
    error(diagnostics, range.getBegin(),
          quoted(spelling(directive)) + " contradicts what else is said of the same declaration")
        << range;
}

void Annotations::say(const clang::FieldDecl &field, Directive directive, const PlacedName &argument,
                      clang::SourceRange range, const clang::ASTContext &context) {
  clang::DiagnosticsEngine &diagnostics = context.getDiagnostics();
  const clang::QualType type = field.getType();
  if (directive == Directive::use && !element_type_of(type, context)->isUnionType() &&
      !type->getBaseElementTypeUnsafe()->isDependentType())
    error(diagnostics, range.getBegin(), quoted(spelling(directive)) + " is not for what is no union")
        << range;
  else if (directive == Directive::len && !type->isPointerType() && !type->isDependentType())
    error(diagnostics, range.getBegin(), quoted(spelling(directive)) + " is not for what is no pointer")
        << range;
  else
    say(fields_[field.getLocation()], directive, argument, range, diagnostics);
}

void Annotations::say(const clang::RecordDecl &record, Directive directive, const PlacedName &argument,
                      clang::SourceRange range, const clang::ASTContext &context) {
  if (directive == Directive::use && !record.isUnion())
    error(context.getDiagnostics(), range.getBegin(),
          quoted(spelling(directive)) + " is not for what is no union")
        << range;
  else
    say(records_[written_at(record)], directive, argument, range, context.getDiagnostics());
}

} // namespace automap
