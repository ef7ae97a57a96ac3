// Rules for classes. See class_rules.h.
#include "class_rules.h"

#include "ast/gcc.h"
#include "ast/library_types.h"
#include "ast/type_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>
#include <set>

namespace automap {
namespace {

/// Returns a user-provided copy or move, which MPI does not call; null if there is none.
const clang::CXXMethodDecl *own_copy(const clang::CXXRecordDecl &record) {
  for (const clang::CXXMethodDecl *method : record.methods()) {
    const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
    const bool copies = (constructor && constructor->isCopyOrMoveConstructor()) || method->isCopyAssignmentOperator() ||
                        method->isMoveAssignmentOperator();
    if (copies && method->isUserProvided())
      return method;
  }
  return nullptr;
}

void check_virtual_bases(const clang::CXXRecordDecl &record, const TypeNames &names, Findings &findings) {
  const std::string hint = "inherit without 'virtual', or select other fields with '/*~ AutoMap_View(name: fields) */'";
  for (const clang::CXXBaseSpecifier &base : record.bases())
    if (base.isVirtual())
      findings.refusals.push_back({.reason = "it has the virtual base '" + names.written(base.getType()) +
                                             "', whose offset differs from object to object",
                                   .location = base.getBeginLoc(),
                                   .range = base.getSourceRange(),
                                   .hint = hint,
                                   .hint_location = base.getBeginLoc()});
  if (record.getNumVBases() != 0 && findings.refusals.empty())
    findings.refusals.push_back(
        {.reason = "a class that it derives from has a virtual base, whose offset differs from object to object",
         .location = record.getLocation(),
         .hint = hint,
         .hint_location = record.vbases_begin()->getBeginLoc()});
}

/// Returns after how many bytes of a [[no_unique_address]] class gcc places the next field: it adds the first byte and
/// the size of a bit-field, so that its last bits may be in one byte more.
std::int64_t end_for_gcc(const clang::CXXRecordDecl &record, const clang::ASTContext &context) {
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(&record);
  const auto bytes = [](std::uint64_t bits) { return static_cast<std::int64_t>((bits + 7) / 8); };
  std::int64_t end = layout.hasOwnVFPtr() ? bytes(context.getTypeSize(context.VoidPtrTy)) : 0;
  for (const clang::CXXBaseSpecifier &base : record.bases())
    if (const auto *of = base.getType()->getAsCXXRecordDecl(); of && !base.isVirtual() && !of->isEmpty())
      end = std::max<std::int64_t>(
          end, (layout.getBaseClassOffset(of) + context.getASTRecordLayout(of).getDataSize()).getQuantity());
  for (const clang::FieldDecl *field : record.fields()) {
    const auto *of = field->isPotentiallyOverlapping() ? field->getType()->getAsCXXRecordDecl() : nullptr;
    const std::int64_t size = field->isBitField() ? bytes(field->getBitWidthValue(context))
                              : of                ? end_for_gcc(*of, context)
                                                  : bytes(context.getTypeSize(field->getType()));
    end = std::max<std::int64_t>(end,
                                 static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8) + size);
  }
  return end;
}

/// Whether the field follows a [[no_unique_address]] class that ends with a bit-field, and gcc lets it begin in the
/// same byte.
bool begins_earlier_for_gcc(const clang::FieldDecl &field, const clang::ASTContext &context) {
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(field.getParent());
  std::optional<std::uint64_t> place; // in bits, of the next field to gcc
  for (const clang::FieldDecl *each : field.getParent()->fields()) {
    const std::uint64_t unit =
        each->isBitField() ? context.getTypeSize(each->getType()) : context.getTypeAlign(each->getType());
    const std::uint64_t width = each->isBitField() ? each->getBitWidthValue(context) : 0;
    const bool must_begin_unit =
        !each->isBitField() || width == 0 || (place && *place / unit != (*place + width - 1) / unit);
    if (place && must_begin_unit && !field.getParent()->hasAttr<clang::PackedAttr>())
      place = llvm::alignTo(*place, unit);
    if (each == &field)
      return place && *place != layout.getFieldOffset(field.getFieldIndex());
    if (place && each->isUnnamedBitField()) {
      *place += width;
      continue;
    }
    place.reset();
    const auto *record = each->isPotentiallyOverlapping() ? each->getType()->getAsCXXRecordDecl() : nullptr;
    if (!record || record->isPOD() || record->isEmpty())
      continue;
    const std::int64_t end = end_for_gcc(*record, context);
    if (end < context.getASTRecordLayout(record).getDataSize().getQuantity())
      place = layout.getFieldOffset(each->getFieldIndex()) + static_cast<std::uint64_t>(end) * 8;
  }
  return false;
}

/// Returns why gcc gives the field another place or size than Clang does, "it …"; empty if it does not.
std::string why_gcc_differs(const clang::FieldDecl &field, const clang::ASTContext &context) {
  const clang::QualType type = context.getBaseElementType(field.getType());
  if (const auto *atomic = type->getAs<clang::AtomicType>();
      atomic && context.getTypeSize(atomic) != context.getTypeSize(atomic->getValueType()))
    return "is an _Atomic struct, which Clang rounds up to a power of two and gcc does not";
  if (begins_earlier_for_gcc(field, context))
    return "follows a [[no_unique_address]] class to whose last bit-field Clang leaves its last byte, and gcc does not";
  if (!field.getParent()->hasAttr<clang::PackedAttr>() || field.hasAttr<clang::PackedAttr>())
    return "";
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(field.getParent());
  const unsigned align_bits = context.getTypeAlign(type);
  if (layout.getFieldOffset(field.getFieldIndex()) % align_bits == 0 &&
      context.toBits(layout.getAlignment()) >= align_bits)
    return ""; // as if it was not packed
  if (type->isReferenceType())
    return "is a reference in a packed struct, which Clang packs and gcc does not";
  const auto *element = type->getAsCXXRecordDecl();
  if (element && field.getType()->isArrayType() && !element->isPOD() && !element->hasAttr<clang::PackedAttr>() &&
      context.getTypeAlign(type) > context.getCharWidth())
    return "is an array of a class that is no POD in a packed struct, which Clang packs and gcc does not";
  return "";
}

/// Whether gcc stores the fields in the byte order that is not the machine's.
bool has_other_byte_order(const clang::RecordDecl &record, const clang::ASTContext &context) {
  const llvm::StringRef other = context.getTargetInfo().isLittleEndian() ? "big-endian" : "little-endian";
  return llvm::any_of(record.specific_attrs<clang::AnnotateAttr>(), [&](const clang::AnnotateAttr *attribute) {
    llvm::StringRef text = attribute->getAnnotation();
    return text.consume_front(storage_order) && text == other;
  });
}

void check_as_gcc(const clang::RecordDecl &record, ClassUse use, const clang::ASTContext &context, Findings &findings) {
  if (!use.as_bytes && has_other_byte_order(record, context))
    findings.refusals.push_back({.reason = "its fields have the other byte order (scalar_storage_order), which no "
                                           "datatype of MPI describes",
                                 .location = record.getLocation(),
                                 .hint = "send all bytes of the struct with '/*~ AutoMap_Bytes */'",
                                 .hint_location = record.getBraceRange().getEnd()});
  for (const clang::FieldDecl *field : record.fields())
    if (const std::string why = field->isUnnamedBitField() ? "" : why_gcc_differs(*field, context); !why.empty())
      findings.refusals.push_back({.reason = "field '" + field->getNameAsString() + "' " + why,
                                   .location = field->getLocation(),
                                   .range = field->getSourceRange(),
                                   .hint = "for programs that Clang compiles, add '--compiler=clang'",
                                   .hint_location = field->getLocation(),
                                   .field = field->getNameAsString()});
}

} // namespace

void check_class(const clang::RecordDecl &record, ClassUse use, const clang::ASTContext &context,
                 const TypeNames &names, Findings &findings) {
  const auto refuse = [&](const std::string &reason, const std::string &hint = "") {
    findings.refusals.push_back({.reason = "it " + reason,
                                 .location = record.getLocation(),
                                 .hint = hint,
                                 .hint_location = record.getLocation()});
  };
  if (record.isInvalidDecl())
    return refuse("does not compile");
  if (context.getLangOpts().ObjC)
    return refuse("is read as Objective-C, whose objects have no fixed layout",
                  "if the header is plain C or C++, choose the language with '-- -x c' or '-- -x c++'");
  if (is_presented_as_gcc(context.getLangOpts()))
    check_as_gcc(record, use, context, findings);
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (!cxx)
    return;
  if (cxx->isLambda())
    return refuse("is the type of a lambda, which generated code cannot name");
  if (use.as_bytes) {
    if (std::string why = why_not_bytes(record, names); !why.empty())
      findings.refusals.push_back({.reason = std::move(why), .location = record.getLocation()});
    return;
  }
  if (const Unmappable library = unmappable_library_type(record); !library.reason.empty())
    return refuse(library.reason, library.hint);
  if (!use.in_part)
    check_virtual_bases(*cxx, names, findings);
  const clang::CXXDestructorDecl *destructor = cxx->getDestructor();
  if (!use.in_part && destructor && destructor->isUserProvided() && !destructor->isVirtual())
    findings.refusals.push_back(
        {.reason = "it has a destructor of its own, so it owns something that its bytes only refer to",
         .location = record.getLocation(),
         .hint = "if it owns nothing, let the compiler generate the destructor ('= default'), or send all bytes of the "
                 "class with '/*~ AutoMap_Bytes */'; fields that it does not own are sent by "
                 "'/*~ AutoMap_View(name: fields) */' in place of 'AutoMap_TpUsed'",
         .hint_location = destructor->getLocation()});
  if (const clang::CXXMethodDecl *copy = own_copy(*cxx); copy && !record.isInStdNamespace())
    findings.notices.push_back(
        {clang::DiagnosticIDs::Warning, copy->getLocation(),
         "MPI does not call this " +
             std::string(llvm::isa<clang::CXXConstructorDecl>(copy) ? "constructor" : "operator") +
             ": it copies each field of '" + names.qualified(record) + "' as it is"});
}

std::string why_not_bytes(const clang::RecordDecl &record, const TypeNames &names) {
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (!cxx || !cxx->hasDefinition())
    return "";
  if (cxx->isDynamicClass())
    return "it has virtual functions: receiving its bytes would overwrite the pointer to them";
  const Unmappable library = unmappable_library_type(record);
  if (!library.reason.empty() && !library.has_value_in_bytes)
    return "it " + library.reason;
  const auto inner = [&](clang::QualType type, const std::string &what) -> std::string {
    const clang::RecordDecl *part = type->getBaseElementTypeUnsafe()->getAsRecordDecl();
    const std::string why = part ? why_not_bytes(*part, names) : "";
    return why.empty() ? "" : what + " of type '" + names.written(type) + "' cannot be sent as bytes: " + why;
  };
  // A variant may keep its alternatives in a buffer of bytes.
  if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(cxx);
      instance && library.has_value_in_bytes)
    for (const clang::TemplateArgument &argument : instance->getTemplateArgs().asArray())
      for (const clang::TemplateArgument &part :
           argument.getKind() == clang::TemplateArgument::Pack ? argument.pack_elements() : llvm::ArrayRef(argument))
        if (part.getKind() == clang::TemplateArgument::Type)
          if (std::string why = inner(part.getAsType(), "an alternative"); !why.empty())
            return why;
  for (const clang::CXXBaseSpecifier &base : cxx->bases())
    if (std::string why = inner(base.getType(), "a base"); !why.empty())
      return why;
  for (const clang::FieldDecl *field : cxx->getDefinition()->fields())
    if (field->getType()->isReferenceType())
      return "field '" + field->getNameAsString() + "' is a reference: receiving its bytes would bind it elsewhere";
    else if (std::string why = inner(field->getType(), field->getDeclName() ? "field '" + field->getNameAsString() + "'"
                                                                            : "an unnamed member");
             !why.empty())
      return why;
  return "";
}

bool is_tuple_like(const clang::CXXRecordDecl &record, clang::ASTContext &context) {
  const auto is_of_record = [&](const clang::ClassTemplateSpecializationDecl *instance) {
    const clang::TemplateArgumentList &arguments = instance->getTemplateArgs();
    return instance->isCompleteDefinition() && arguments.size() == 1 &&
           arguments[0].getKind() == clang::TemplateArgument::Type &&
           context.hasSameType(arguments[0].getAsType(), context.getTypeDeclType(&record));
  };
  for (const clang::NamedDecl *name : context.getTranslationUnitDecl()->lookup(&context.Idents.get("std")))
    if (const auto *scope = llvm::dyn_cast<clang::NamespaceDecl>(name))
      for (const clang::NamedDecl *found : scope->lookup(&context.Idents.get("tuple_size")))
        if (const auto *pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(found))
          if (llvm::any_of(pattern->specializations(), is_of_record))
            return true;
  return false;
}

std::vector<std::string> other_members(const clang::CXXRecordDecl &record) {
  std::set<std::string> names;
  const auto add = [&](const clang::Decl &declaration) {
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(&declaration);
    if (named && named->getIdentifier() && !llvm::isa<clang::FieldDecl, clang::IndirectFieldDecl>(named))
      names.insert(named->getNameAsString());
  };
  for (const clang::Decl *declaration : record.decls()) {
    add(*declaration);
    if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(declaration))
      for (const clang::EnumConstantDecl *constant : enumeration->enumerators())
        add(*constant);
  }
  return {names.begin(), names.end()};
}

} // namespace automap
