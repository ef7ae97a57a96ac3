// Warnings about mapped fields. See advice.h.
#include "advice.h"

#include "model/hint.h"
#include "model/quoted.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace automap {
namespace {

Notice warning_at(clang::SourceLocation place, std::string text) {
  return {clang::DiagnosticIDs::Warning, place, std::move(text)};
}

/// `remedy` says what to write after the pointers.
Notice warn_about_hook(const ReadingContext &context, const std::string &subject, clang::SourceLocation place,
                       clang::QualType hook, const std::string &remedy) {
  const std::string type = quoted(context.names.written(hook));
  const clang::RecordDecl &record = *hook->getAsRecordDecl()->getDefinition();
  std::vector<std::string> pointers;
  for (const clang::FieldDecl *field : record.fields())
    if (field->getType()->isPointerType())
      pointers.push_back(field->getNameAsString());
  return warning_at(place, context.for_user(subject + " has pointers that each lead to a single " + type +
                                                ", not to the struct that contains it; " + remedy +
                                                " after the pointers in " + type,
                                            record, pointers));
}

} // namespace

Notice warn_pointer_in_bytes(const ReadingContext &context, const clang::FieldDecl &pointer,
                             clang::SourceLocation place) {
  const bool same_file = context.ast.getSourceManager().isWrittenInSameFile(place, pointer.getLocation());
  return warning_at(same_file ? pointer.getLocation() : place,
                    subject_of(pointer) + " is a pointer: sent as bytes it means nothing on another rank");
}

Notice warn_member_is_hook(const ReadingContext &context, const clang::FieldDecl &field, clang::QualType hook) {
  std::string remedy;
  if (context.links.members_of_type(*hook->getAsRecordDecl()->getDefinition()) > 1) {
    remedy = "for a list that several members belong to, such as a head and its elements, write "
             "'/*~ AutoMap_Inside(element.member, owner.head) */'";
  } else {
    const std::string owner = context.names.unqualified(*field.getParent());
    remedy = "for a list, write '/*~ AutoMap_Inside(" + (owner.empty() ? "record" : owner) + "." +
             field.getNameAsString() + ") */'";
  }
  return warn_about_hook(context, subject_of(field), field.getLocation(), hook, remedy);
}

Notice warn_base_is_hook(const ReadingContext &context, clang::SourceLocation place, clang::QualType hook) {
  return warn_about_hook(context, "its base " + quoted(context.names.written(hook)), place, hook,
                         "for a list, make it a member, and name that with '/*~ AutoMap_Inside(record.member) */'");
}

std::optional<Notice> warn_count_beside_pointer(const ReadingContext &context, const clang::FieldDecl &pointer,
                                                const clang::RecordDecl &to) {
  const auto leads_to_its_kind = [&](const clang::FieldDecl *field) {
    const clang::QualType pointee = context.ast.getBaseElementType(field->getType())->getPointeeType();
    const clang::RecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
    return record && record->getCanonicalDecl() == to.getCanonicalDecl();
  };
  const clang::RecordDecl *definition = to.getDefinition();
  if (!definition || !pointer.getIdentifier() || std::ranges::any_of(definition->fields(), leads_to_its_kind))
    return std::nullopt;
  const std::string count = context.lookup.count_of(FieldLookup::scope_of(pointer), pointer.getName());
  if (count.empty())
    return std::nullopt;
  return warning_at(pointer.getLocation(),
                    context.for_user(subject_of(pointer) + " is taken to lead to one " +
                                         quoted(context.names.unqualified(to)) + "; if it leads to '" + count +
                                         "' of them, write '/*~ AutoMap_Len(" + count + ") */', otherwise " +
                                         single_hint(context.names.qualified(to)),
                                     pointer));
}

std::optional<Notice> warn_may_be_longer(const ReadingContext &context, const clang::FieldDecl &pointer,
                                         const clang::RecordDecl &to) {
  const Mapping *mapping = context.annotations.find(pointer);
  const clang::RecordDecl *definition = to.getDefinition();
  if (!definition || (mapping && mapping->describes_target()))
    return std::nullopt;
  const auto tells_kind = [](const clang::FieldDecl *field) {
    const std::string name = field->getName().lower();
    const auto contains = [&](const char *word) { return name.find(word) != std::string::npos; };
    return field->getType()->isEnumeralType() ||
           (field->getType()->isIntegerType() && (contains("type") || contains("kind") || contains("tag")));
  };
  const auto tag = std::find_if(definition->field_begin(), definition->field_end(), tells_kind);
  const clang::RecordDecl *longer = tag == definition->field_end() ? nullptr : context.links.find_extension(to);
  if (!longer)
    return std::nullopt;
  return warning_at(
      pointer.getLocation(),
      context.for_user(subject_of(pointer) + " is taken to lead to a " + quoted(context.names.unqualified(to)) +
                           " alone, not to what begins with it, such as " + quoted(context.names.unqualified(*longer)) +
                           "; if " + quoted(tag->getName()) + " tells what it leads to, write '/*~ AutoMap_Any(->" +
                           tag->getNameAsString() + ": value = type, value = type) */' after the field, otherwise " +
                           single_hint(context.names.qualified(to)),
                       pointer));
}

std::optional<Notice> warn_not_constructed(const ReadingContext &context, const clang::FieldDecl &field,
                                           clang::QualType element) {
  const auto *record = element->getAsCXXRecordDecl();
  const Mapping *owner = context.annotations.find(*field.getParent());
  const bool is_of_object = context.options.objects && owner && owner->object_function();
  if (!record || !record->hasDefinition() || element.isTriviallyCopyableType(context.ast) || is_of_object)
    return std::nullopt;
  return warning_at(field.getLocation(),
                    subject_of(field) + " is left out, and no " + quoted(context.names.written(element)) +
                        " arrives in its place, only bytes whose pointers are NULL: construct one there "
                        "('new (&…) …') before it is used" +
                        (context.options.objects ? ", or receive a C++ object with autolink::recv" : ""));
}

std::optional<Notice> warn_hook_of_other_place(const ReadingContext &context, const clang::FieldDecl &field,
                                               clang::QualType element, const clang::RecordDecl &hook) {
  const auto place = context.links.find_other_place(hook, field);
  if (!place)
    return std::nullopt;
  return warning_at(
      field.getLocation(),
      subject_of(field) + " is a " + quoted(context.names.written(element)) + " whose pointers lead to " +
          quoted(*place) + ": a pointer that leads back to this field would be read as one to " + quoted(*place) +
          "; if the list leads back to it, add it after that one, with a comma, otherwise let the list end with NULL");
}

} // namespace automap
