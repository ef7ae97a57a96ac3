// Places, sizes and names of fields. See field_reader.h; what a field is sent as is decided in field_content.
#include "field_reader.h"

#include "advice.h"
#include "ast/declarations.h"
#include "ast/element_type.h"
#include "ast/gcc.h"
#include "ast/local_types.h"
#include "field_content.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace automap {
namespace {

/// Whether offsetof can name the field. It cannot name a bit-field, a reference or a field whose name has become a
/// macro, and the inner fields of library types have other names in other libraries.
bool is_nameable(const clang::FieldDecl &field, const clang::ASTContext &ast) {
  const clang::IdentifierInfo *name = field.getIdentifier();
  const clang::SourceManager &sources = ast.getSourceManager();
  if (field.isBitField() || field.getType()->isReferenceType() || (name && name->hasMacroDefinition()))
    return false;
  return !sources.isInSystemHeader(sources.getFileLoc(field.getLocation())) ||
         field.isReserved(ast.getLangOpts()) == clang::ReservedIdentifierStatus::NotReserved;
}

/// Returns all of the field but its content: names, place and size.
Field describe_field(const clang::FieldDecl &field, const ReadingContext &context) {
  const clang::ASTContext &ast = context.ast;
  const TypeNames &names = context.names;
  Field read;
  read.name = field.getNameAsString();
  read.type = names.written(field.getType());
  if (const auto *tag = field.getType()->getAsTagDecl();
      tag && !tag->getDeclName() && !tag->getTypedefNameForAnonDecl())
    read.type = tag->getKindName().str() + (field.getDeclName() ? "" : " (unnamed)");
  read.nameable = is_nameable(field, ast);
  read.is_public = field.getAccess() != clang::AS_private && field.getAccess() != clang::AS_protected &&
                   names.is_public(field.getType());
  if (ast.getSourceManager().isWrittenInSameFile(field.getLocation(), written_at(*field.getParent())))
    read.line = context.line_of(field.getLocation());
  const std::uint64_t char_bits = ast.getCharWidth();
  const std::uint64_t offset_bits = ast.getASTRecordLayout(field.getParent()).getFieldOffset(field.getFieldIndex());
  read.offset_bytes = offset_bits / char_bits;
  const clang::QualType element = element_type_of(field.getType(), ast, &read.extents);
  if (!element->isIncompleteType() && !element->isReferenceType()) {
    read.size_bytes = bytes_of(ast.getTypeSizeInChars(field.getType()));
    read.stride_bytes = bytes_of(ast.getTypeSizeInChars(element));
    read.align_bytes = std::max<std::uint64_t>(bytes_of(ast.getTypeAlignInChars(field.getType())),
                                               field.getMaxAlignment() / ast.getCharWidth());
  } else if (element->isReferenceType()) {
    read.size_bytes = read.stride_bytes = read.align_bytes = bytes_of(ast.getTypeSizeInChars(ast.VoidPtrTy));
  }
  if (field.isBitField()) { // all bytes that hold a bit of it
    read.bit_width = field.getBitWidthValue(ast);
    // Bits beyond those of the type are padding.
    const std::uint64_t bits = std::min<std::uint64_t>(field.getBitWidthValue(ast), ast.getTypeSize(field.getType()));
    const std::uint64_t end_bits = offset_bits + bits;
    read.size_bytes = read.stride_bytes = (end_bits + char_bits - 1) / char_bits - read.offset_bytes;
  }
  if (const auto *record = field.getType()->getAsCXXRecordDecl(); record && field.isPotentiallyOverlapping()) {
    read.size_bytes = own_bytes(*record, ast);
    read.nameable = read.nameable && read.size_bytes != 0; // compilers place empty members differently
  }
  const auto *atomic = field.getType()->getAs<clang::AtomicType>();
  if ((atomic ? atomic->getValueType() : field.getType())->isScalarType())
    read.zero = "0";
  else if (!atomic &&
           !field.getType()->isIncompleteArrayType()) // "{0}" also initializes a struct that begins with a number
    read.zero = read.size_bytes != 0 && ast.getBaseElementType(field.getType())->isScalarType() ? "{0}" : "{}";
  if (read.stride_bytes == 0) // an array without elements
    read.stride_bytes = 1;
  return read;
}

} // namespace

std::variant<Field, Refusal> read_field(ReadingContext &context, const clang::FieldDecl &field, bool selected,
                                        const FieldSelection *selection, const Part &owner,
                                        const ReadRecord &read_record, Findings &findings) {
  Field read = describe_field(field, context);
  const clang::QualType element = element_type_of(field.getType(), context.ast);
  const Mapping *mapping = context.annotations.find(field);
  if (!selected || (mapping && mapping->ignored && !selection)) { // a view may name an ignored field
    read.content = Field::Content::ignored;
    const bool overlaps = !selected && field.getParent()->isUnion(); // the mapped member lies in the same place
    if (context.options.autolink && owner.view.empty() && !overlaps) {
      read.dead_pointers = pointers_in(element, context.ast);
      if (auto notice = warn_not_constructed(context, field, element))
        findings.notices.push_back(std::move(*notice));
    }
    return read;
  }
  Part part;
  if (selection && !selection->parts.empty())
    part = {selection, nullptr, owner.view};
  if (auto refusal = read_content(context, read, field, part, owner.view, read_record, findings)) {
    if (refusal->location.isInvalid()) {
      refusal->location = field.getLocation();
      refusal->range = field.getSourceRange();
    }
    return std::move(*refusal);
  }
  if ((read.content != Field::Content::ignored || read.link) && read.element_count() != 0 && !field.isBitField() &&
      !has_float_of_gcc(field))
    read.checked_type = context.names.checked_type(field.getType());
  const auto *enumeration = element->getAs<clang::EnumType>();
  const bool as_number = read.content == Field::Content::basic && read.basic.id != layout::BasicTypeId::BYTE;
  if (enumeration && as_number && read.element_count() != 0)
    read.enum_integer = context.names.checked_type(enumeration->getDecl()->getIntegerType());
  return read;
}

} // namespace automap
