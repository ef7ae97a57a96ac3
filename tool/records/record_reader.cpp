// Clang record declarations → Records. See record_reader.h.
#include "record_reader.h"

#include "ast/basic_type_mapping.h"
#include "ast/element_type.h"
#include "ast/library_types.h"
#include "ast/local_types.h"
#include "bit_fields.h"
#include "class_rules.h"
#include "model/hint.h"
#include "model/nearest_name.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Stack.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <set>
#include <utility>

namespace automap {
namespace {

constexpr char tagged_union_hint[] =
    "if a field beside it tells which member is alive, also a pointer that is to be followed, say so with "
    "'/*~ AutoMap_Any(field: value = member, value = member) */'";

/// "cache.pointer"; a field without a name is no part of a path.
std::string joined_path(const std::string &outer, const std::string &field) {
  return outer + (outer.empty() || field.empty() ? "" : ".") + field;
}

std::string subject_of(const clang::FieldDecl &field) {
  return field.getDeclName() ? "field " + quoted(field.getName()) : "an unnamed field";
}

/// Has the user specialised std::tuple_size for it?
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

/// The names of members that are no fields, enumerators included.
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

std::uint64_t bytes_of(clang::CharUnits size) { return static_cast<std::uint64_t>(size.getQuantity()); }

/// What a base or a [[no_unique_address]] member takes: others may stand in its tail padding.
std::uint64_t own_bytes(const clang::CXXRecordDecl &record, const clang::ASTContext &context) {
  if (record.isEmpty())
    return 0;
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(&record);
  if (record.getNumVBases() != 0) // they lie elsewhere
    return bytes_of(layout.getNonVirtualSize());
  return bytes_of(std::max(layout.getNonVirtualSize(), layout.getDataSize()));
}

} // namespace

RecordReader::RecordReader(clang::ASTContext &context, const TypeNames &names, const Annotations &annotations,
                           const Declarations &declarations, const Options &options, Survey &survey)
    : context_(context), annotations_(annotations), options_(options), survey_(survey), names_(names),
      lookup_(context, &names.preprocessor()),
      links_(context, names, annotations, declarations, options.complete), unfollowed_(survey.records.size()),
      findings_(survey, context.getDiagnostics(), options.keys_place, options.wrong_directives) {
  for (std::size_t i = 0; i < survey.records.size(); ++i)
    earlier_.emplace(survey.records[i].location.key(), i);
}

std::size_t RecordReader::read(const clang::RecordDecl &record) {
  return read_part(*record.getDefinition(), {});
}

std::size_t RecordReader::read_view(const clang::RecordDecl &record, const std::string &view,
                                    const FieldSelection &selection) {
  return read_part(*record.getDefinition(), {&selection, nullptr, view, true});
}

void RecordReader::follow_links() {
  for (; unfollowed_ < survey_.records.size(); ++unfollowed_)
    for (std::size_t i = 0; i < survey_.records[unfollowed_].fields.size(); ++i) {
      std::optional<Link> link = survey_.records[unfollowed_].fields[i].link; // reading moves the records
      if (!link)
        continue;
      const clang::FieldDecl *field = nullptr;
      each_target(*link, [&](std::size_t &record) {
        const LinkTarget target = links_.targets()[record];
        record = read(*target.record);
        targets_.try_emplace(record, target);
        field = target.field;
        leads_.emplace(unfollowed_, record);
      });
      if (field)
        note_lead(unfollowed_, *link, *field);
      survey_.records[unfollowed_].fields[i].link = std::move(link);
    }
  notice_pointers_into_arrays();
}

void RecordReader::note_lead(std::size_t owner, const Link &link, const clang::FieldDecl &field) {
  const Link &one = link.pointers.empty() ? link : link.pointers.front();
  if (one.kind == Link::Kind::array && one.element == Link::Element::record)
    to_arrays_.push_back({owner, one.record, &field, true});
  else if (one.kind == Link::Kind::object)
    to_objects_.push_back({owner, one.record, &field, link.kind == Link::Kind::array});
}

/// The records that pointers lead to from what this one lies in, and these.
std::set<std::size_t> RecordReader::reached_from(std::size_t record) const {
  std::set<std::size_t> out;
  std::vector<std::size_t> found{record};
  const auto has_found = [&](const Field &field) {
    return field.content == Field::Content::record && std::ranges::find(found, field.record) != found.end();
  };
  for (std::size_t i = record + 1; i < survey_.records.size(); ++i) // a record stands behind its parts
    if (std::ranges::any_of(survey_.records[i].fields, has_found))
      found.push_back(i);
  while (!found.empty()) {
    const std::size_t next = found.back();
    found.pop_back();
    if (!out.insert(next).second)
      continue;
    const auto [first, last] = leads_.equal_range(next);
    for (auto lead = first; lead != last; ++lead)
      found.push_back(lead->second);
    for (const Field &field : survey_.records[next].fields)
      if (field.content == Field::Content::record)
        found.push_back(field.record);
  }
  return out;
}

/// A pointer to one record, met on the way from an array of such records, is likely to lead into the array, as from a
/// mesh's faces to its corners, and so is one beside such an array, or beside an array that is a field. One that leads
/// to what has the array is not: a tree's root, whose nodes have arrays of children.
void RecordReader::notice_pointers_into_arrays() {
  for (const Lead &array : to_arrays_) {
    if (survey_.records[array.target].is_tree) // no two pointers lead to one
      continue;
    const std::set<std::size_t> reached = reached_from(array.owner);
    for (const Lead &object : to_objects_)
      if (object.target == array.target && reached.contains(object.owner))
        warn_of_array(object, "the array that " + quoted(array.field->getName()) + " of " +
                                  quoted(describe(survey_.records[array.owner])) + " leads to");
  }
  for (const Lead &object : to_objects_)
    for (const Field &field : survey_.records[object.owner].fields)
      if (field.content == Field::Content::record && field.record == object.target &&
          !field.extents.empty() && !survey_.records[object.target].is_tree)
        warn_of_array(object, "the array " + quoted(field.name));
}

/// Once of each pointer. Where no comment could say that the pointers are meant so, it is a remark.
void RecordReader::warn_of_array(const Lead &object, const std::string &array) {
  if (!warned_of_.insert(object.field).second)
    return;
  const bool has_length = object.has_length;
  const std::string text = subject_of(*object.field) + " leads to a " +
                           quoted(describe(survey_.records[object.target])) + " by itself, not into " +
                           array + "; for an element of it, say 'AutoMap_Inside' behind the field" +
                           (has_length ? ", too" : ", for one by itself 'AutoMap_Len(1)'");
  const clang::SourceLocation place = object.field->getLocation();
  findings_.add_notice(
      object.owner, {has_length ? clang::DiagnosticIDs::Remark : clang::DiagnosticIDs::Warning, place, text});
  survey_.records[object.owner].remarks.push_back(
      {context_.getSourceManager().getPresumedLineNumber(place), text});
}

std::size_t RecordReader::read_part(const clang::RecordDecl &definition, const Part &part) {
  const std::pair key(&definition, part.member);
  if (!part.selection)
    if (const auto known = read_.find(key); known != read_.end())
      return known->second;
  Record out;
  Findings findings{.record = definition.getSourceRange(), .refusals = {}, .notices = {}};
  // A record nested in a record, and so on, may be deeper than the stack.
  clang::runWithSufficientStackSpace([] {}, [&] { read_into(out, definition, part, findings); });
  out.mapped = findings.refusals.empty();
  if (!out.mapped) {
    out.reason = findings.refusals.front().reason;
    out.fields.clear();
  } else {
    out.tree = tree_of(survey_, out);
    for (const Notice &notice : findings.notices)
      out.remarks.push_back(
          {context_.getSourceManager().getPresumedLineNumber(notice.location), notice.text});
  }
  const std::size_t index = merge(std::move(out));
  if (part.selection)
    findings.notices.clear(); // they are those of the whole record
  else
    read_[key] = index;
  findings_.add(index, std::move(findings));
  return index;
}

std::pair<std::uint64_t, std::uint64_t> RecordReader::file_id(const clang::RecordDecl &record) const {
  const clang::SourceManager &sources = context_.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getFileLoc(written_at(record))));
  if (!file)
    return {};
  return {file->getUniqueID().getDevice(), file->getUniqueID().getFile()};
}

/// Adds a record, unless an earlier translation unit brought the same one.
std::size_t RecordReader::merge(Record record) {
  const auto [first, last] = earlier_.equal_range(record.location.key());
  for (auto known = first; known != last; ++known) {
    const Record &other = survey_.records[known->second];
    if (other.mapped == record.mapped && other.size_bytes == record.size_bytes && other.tree == record.tree &&
        other.spelling == record.spelling && other.view == record.view)
      return known->second;
  }
  survey_.records.push_back(std::move(record));
  return survey_.records.size() - 1;
}

void RecordReader::read_into(Record &out, const clang::RecordDecl &record, const Part &part,
                             Findings &findings) {
  if (const clang::NamedDecl *name = names_.namer_of(record)) {
    out.name = names_.unqualified(*name);
    out.qualified = names_.qualified(*name);
    if ((part.whole() || part.is_view) && names_.why_not_written(*name).empty())
      out.spelling = names_.spelling(*name);
  }
  out.kind = record.getKindName().str();
  out.view = part.view;
  out.tagged = static_cast<bool>(record.getDeclName());
  out.deprecated = record.isDeprecated();
  out.standard = record.isInStdNamespace();
  out.internal = out.standard &&
                 record.isReserved(context_.getLangOpts()) != clang::ReservedIdentifierStatus::NotReserved;
  const clang::PresumedLoc location = context_.getSourceManager().getPresumedLoc(written_at(record));
  if (location.isValid())
    out.location = {location.getFilename(), location.getLine(), location.getColumn(), file_id(record)};

  const Mapping *mapping = annotations_.find(record);
  out.is_tree = mapping && mapping->tree;
  const bool as_bytes = mapping && mapping->bytes && part.whole();
  check_class(record, {as_bytes, part.selection != nullptr}, context_, names_, findings);
  if (!findings.refusals.empty())
    return;
  const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
  out.size_bytes = bytes_of(layout.getSize());
  out.align_bytes = bytes_of(alignment_of(record, context_));

  if (as_bytes) {
    Field bytes;
    bytes.type = "(raw bytes)";
    const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
    bytes.size_bytes = bytes.basic_count = cxx ? own_bytes(*cxx, context_) : out.size_bytes;
    bytes.stride_bytes = std::max<std::uint64_t>(bytes.size_bytes, 1);
    if (const clang::FieldDecl *pointer = pointer_in(context_.getTypeDeclType(&record), context_))
      findings.notices.push_back(pointer_in_bytes(*pointer, record.getLocation()));
    out.fields.push_back(std::move(bytes));
    return;
  }
  read_members(out, record, part, findings);
}

void RecordReader::read_members(Record &out, const clang::RecordDecl &record, const Part &part,
                                Findings &findings) {
  const clang::FieldDecl *member = nullptr;
  if (record.isUnion()) {
    auto chosen = union_member(record, part);
    if (auto *refusal = std::get_if<Refusal>(&chosen)) {
      findings.refusals.push_back(std::move(*refusal));
      return;
    }
    member = std::get<const clang::FieldDecl *>(chosen);
  }
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record)) {
    out.other_members = other_members(*cxx);
    out.tuple_like = is_tuple_like(*cxx, context_);
    read_bases(out, *cxx, part, findings);
  }
  std::vector<const clang::FieldDecl *> declarations(out.fields.size(), nullptr);
  for (const clang::FieldDecl *field : record.fields()) {
    out.deprecated = out.deprecated || field->isDeprecated();
    if (field->isUnnamedBitField())
      continue; // padding, which C lets one write down
    const FieldSelection *selection = part.selection ? part.selection->find(*field) : nullptr;
    const bool selected = record.isUnion() ? field == member : !part.selection || selection;
    auto read = read_field(*field, selected, selection, part, findings);
    if (auto *refusal = std::get_if<Refusal>(&read)) {
      refusal->field = joined_path(field_of_unnamed(record), field->getNameAsString());
      findings.refusals.push_back(std::move(*refusal));
      continue;
    }
    out.fields.push_back(std::move(std::get<Field>(read)));
    declarations.push_back(field);
  }
  if (findings.refusals.empty())
    check_bit_fields(out, declarations, findings);
}

void RecordReader::read_bases(Record &out, const clang::CXXRecordDecl &record, const Part &part,
                              Findings &findings) {
  const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
  if (layout.hasOwnVFPtr()) {
    Field pointer;
    pointer.type = "(pointer to virtual functions)";
    pointer.nameable = false;
    pointer.is_vptr = true;
    pointer.content = Field::Content::ignored;
    pointer.size_bytes = pointer.stride_bytes = bytes_of(context_.getTypeSizeInChars(context_.VoidPtrTy));
    out.fields.push_back(std::move(pointer));
  }
  for (const clang::CXXBaseSpecifier &base : record.bases()) {
    const clang::CXXRecordDecl &definition = *base.getType()->getAsCXXRecordDecl()->getDefinition();
    const FieldSelection *selection = part.selection ? part.selection->find(definition) : nullptr;
    if (base.isVirtual() && selection)
      findings.refusals.push_back({.reason = "the view selects fields of the virtual base " +
                                             quoted(names_.written(base.getType())) +
                                             ": where they lie differs from object to object",
                                   .location = base.getBeginLoc(),
                                   .range = base.getSourceRange()});
    if (definition.isEmpty() || base.isVirtual()) // a virtual base has no place of its own
      continue;
    Field field;
    field.is_base = true;
    field.nameable = false;
    field.type = names_.written(base.getType());
    field.is_public = base.getAccessSpecifier() == clang::AS_public && TypeNames::is_public(base.getType());
    field.offset_bytes = bytes_of(layout.getBaseClassOffset(&definition));
    field.size_bytes = field.stride_bytes = own_bytes(definition, context_);
    if (part.selection && !selection) {
      field.content = Field::Content::ignored;
      const std::set<std::string> hiding = lookup_.names(definition);
      out.other_members.insert(out.other_members.end(), hiding.begin(), hiding.end());
    } else {
      field.content = Field::Content::record;
      Part inner;
      if (selection && !selection->parts.empty())
        inner = {selection, nullptr, part.view};
      if (options_.autolink && part.view.empty() && links_.is_hook(definition))
        findings.notices.push_back(around_hook(
            "its base " + quoted(names_.written(base.getType())), base.getBeginLoc(), base.getType(),
            "for a list, make it a member, and name that with 'AutoMap_Inside(record.member)'"));
      field.record = read_part(definition, inner);
      if (!survey_.records[field.record].mapped)
        findings.refusals.push_back(
            {.reason = "its base " + quoted(describe(survey_.records[field.record])) + " cannot be mapped",
             .location = base.getBeginLoc(),
             .range = base.getSourceRange(),
             .because_of = field.record});
    }
    out.fields.push_back(std::move(field));
  }
}

/// The field that an unnamed record is declared with, as a path from the nearest named one, by which --select files call
/// it; empty if there is none.
std::string RecordReader::field_of_unnamed(const clang::RecordDecl &record) const {
  if (record.getIdentifier() || record.getTypedefNameForAnonDecl())
    return "";
  if (const auto *parent = llvm::dyn_cast<clang::RecordDecl>(record.getLexicalDeclContext()))
    for (const clang::FieldDecl *field : parent->fields())
      if (element_type_of(field->getType(), context_)->getAsRecordDecl() == &record)
        return joined_path(field_of_unnamed(*parent), field->getNameAsString());
  return "";
}

/// Which member of a union is meant.
std::variant<const clang::FieldDecl *, Refusal> RecordReader::union_member(const clang::RecordDecl &record,
                                                                           const Part &part) const {
  if (part.member)
    return part.member;
  if (part.selection) {
    const clang::FieldDecl *member = nullptr;
    for (const auto &[step, inner] : part.selection->parts) {
      if (member)
        return Refusal{.reason = "the view selects two members of this union: only one can be alive",
                       .location = record.getLocation()};
      member = llvm::cast<clang::FieldDecl>(step);
    }
    if (member)
      return member;
  }
  const Mapping *mapping = annotations_.find(record);
  if (!mapping || mapping->member.text.empty())
    return Refusal{.reason = "it is a union: which member is alive cannot be known",
                   .location = record.getLocation(),
                   .hint = "name the member to map with '/*~ AutoMap_Use(member) */', or send all its bytes "
                           "with '/*~ AutoMap_Bytes */'",
                   .hint_location = end_of(record.getBraceRange().getEnd()),
                   .field = field_of_unnamed(record)};
  const auto way = lookup_.find(record, mapping->member.text);
  if (way.empty())
    return Refusal{.reason = "this union has no member " + quoted(mapping->member.text) +
                             did_you_mean(mapping->member.text, lookup_.names(record)),
                   .location = mapping->member.range.getBegin(),
                   .range = mapping->member.range.getAsRange(),
                   .hint = lookup_.members_of(record),
                   .hint_location = record.getLocation()};
  return llvm::cast<clang::FieldDecl>(way.front());
}

clang::SourceLocation RecordReader::end_of(clang::SourceLocation token) const {
  return clang::Lexer::getLocForEndOfToken(token, 0, context_.getSourceManager(), context_.getLangOpts());
}

/// `selected`: it is wanted at all. `selection`: which parts of it a view wants.
std::variant<Field, Refusal> RecordReader::read_field(const clang::FieldDecl &field, bool selected,
                                                      const FieldSelection *selection, const Part &owner,
                                                      Findings &findings) {
  Field read;
  read.name = field.getNameAsString();
  read.type = names_.written(field.getType());
  if (const auto *tag = field.getType()->getAsTagDecl();
      tag && !tag->getDeclName() && !tag->getTypedefNameForAnonDecl())
    read.type = tag->getKindName().str() + (field.getDeclName() ? "" : " (unnamed)");
  read.nameable = is_nameable(field);
  read.is_public = field.getAccess() != clang::AS_private && field.getAccess() != clang::AS_protected &&
                   TypeNames::is_public(field.getType());
  const std::uint64_t char_bits = context_.getCharWidth();
  const std::uint64_t offset_bits =
      context_.getASTRecordLayout(field.getParent()).getFieldOffset(field.getFieldIndex());
  read.offset_bytes = offset_bits / char_bits;
  const clang::QualType element = element_type_of(field.getType(), context_, &read.extents);
  if (!element->isIncompleteType() && !element->isReferenceType()) {
    read.size_bytes = bytes_of(context_.getTypeSizeInChars(field.getType()));
    read.stride_bytes = bytes_of(context_.getTypeSizeInChars(element));
  } else if (element->isReferenceType()) {
    read.size_bytes = read.stride_bytes = bytes_of(context_.getTypeSizeInChars(context_.VoidPtrTy));
  }
  if (field.isBitField()) { // the bytes that it has a part of
    read.bit_width = field.getBitWidthValue(context_);
    // Bits beyond those of the type are padding.
    const std::uint64_t bits =
        std::min<std::uint64_t>(field.getBitWidthValue(context_), context_.getTypeSize(field.getType()));
    const std::uint64_t end_bits = offset_bits + bits;
    read.size_bytes = read.stride_bytes = (end_bits + char_bits - 1) / char_bits - read.offset_bytes;
  }
  if (const auto *record = field.getType()->getAsCXXRecordDecl();
      record && field.isPotentiallyOverlapping()) {
    read.size_bytes = own_bytes(*record, context_);
    read.nameable = read.nameable && read.size_bytes != 0; // where nothing lies, compilers differ
  }
  const auto *atomic = field.getType()->getAs<clang::AtomicType>();
  if ((atomic ? atomic->getValueType() : field.getType())->isScalarType())
    read.zero = "0";
  else if (!atomic && !field.getType()->isIncompleteArrayType()) // "{0}" may stand before a number, too
    read.zero =
        read.size_bytes != 0 && context_.getBaseElementType(field.getType())->isScalarType() ? "{0}" : "{}";
  if (read.stride_bytes == 0) // an array of nothing
    read.stride_bytes = 1;

  const Mapping *mapping = annotations_.find(field);
  if (!selected || (mapping && mapping->ignored && !selection)) { // what a view names, it means
    read.content = Field::Content::ignored;
    const bool overlaps = !selected && field.getParent()->isUnion(); // the member that is meant
    if (options_.autolink && owner.view.empty() && !overlaps) {
      read.dead_pointers = pointers_in(element, context_);
      notice_not_constructed(field, element, findings);
    }
    return read;
  }
  Part part;
  if (selection && !selection->parts.empty())
    part = {selection, nullptr, owner.view};
  if (auto refusal = read_content(read, field, part, owner.view, findings)) {
    if (refusal->location.isInvalid()) {
      refusal->location = field.getLocation();
      refusal->range = field.getSourceRange();
    }
    return std::move(*refusal);
  }
  if ((read.content != Field::Content::ignored || read.link) && read.element_count() != 0 &&
      !field.isBitField())
    read.checked_type = names_.checked_type(field.getType());
  const auto *enumeration = element->getAs<clang::EnumType>();
  const bool as_number = read.content == Field::Content::basic && read.basic.id != layout::BasicTypeId::BYTE;
  if (enumeration && as_number && read.element_count() != 0)
    read.enum_integer = names_.checked_type(enumeration->getDecl()->getIntegerType());
  return read;
}

/// `subject`, a member or a base, consists of pointers to its own kind; `remedy`: "say this" (behind those pointers).
Notice RecordReader::around_hook(const std::string &subject, clang::SourceLocation place,
                                 clang::QualType hook, const std::string &remedy) const {
  const std::string type = quoted(names_.written(hook));
  return {clang::DiagnosticIDs::Warning, place,
          subject + " has pointers that lead to a " + type + " by itself each, not to what is around it; " +
              remedy + " behind the pointers in " + type};
}

/// Of several members, some may be heads of lists of others.
std::string RecordReader::remedy_for_hook(const clang::FieldDecl &field,
                                          const clang::RecordDecl &hook) const {
  if (links_.members_of_type(hook) > 1)
    return "lists that several members belong to, as a head and its elements, cannot be followed: say "
           "'AutoMap_Ignore'";
  const std::string name = names_.unqualified(*field.getParent());
  return "for a list, say 'AutoMap_Inside(" + (name.empty() ? "record" : name) + "." +
         field.getNameAsString() + ")'";
}

/// A pointer to one object, beside a field that seems to count more of them. Objects that lead to others of their kind
/// are such a list or tree.
void RecordReader::notice_count(const clang::FieldDecl &pointer, const clang::RecordDecl &to,
                                Findings &findings) const {
  const auto leads_to_its_kind = [&](const clang::FieldDecl *field) {
    const clang::QualType pointee = context_.getBaseElementType(field->getType())->getPointeeType();
    const clang::RecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
    return record && record->getCanonicalDecl() == to.getCanonicalDecl();
  };
  const clang::RecordDecl *definition = to.getDefinition();
  if (!definition || !pointer.getIdentifier() || std::ranges::any_of(definition->fields(), leads_to_its_kind))
    return;
  const std::string count = lookup_.count_of(FieldLookup::scope_of(pointer), pointer.getName());
  if (!count.empty())
    findings.notices.push_back({clang::DiagnosticIDs::Warning, pointer.getLocation(),
                                subject_of(pointer) + " is followed to one " +
                                    quoted(names_.unqualified(to)) + "; if there are '" + count +
                                    "' of them, say so with '/*~ AutoMap_Len(" + count +
                                    ") */', if not, with '/*~ AutoMap_Len(1) */'"});
}

/// AutoLink copies bytes: of a field that is left out and is more than those, no object arrives.
void RecordReader::notice_not_constructed(const clang::FieldDecl &field, clang::QualType element,
                                          Findings &findings) const {
  const auto *record = element->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || element.isTriviallyCopyableType(context_))
    return;
  findings.notices.push_back(
      {clang::DiagnosticIDs::Warning, field.getLocation(),
       subject_of(field) + " is left out, and no " + quoted(names_.written(element)) +
           " arrives in its place, only bytes whose pointers are NULL: construct one there ('new (&…) …') "
           "before it is used"});
}

/// `place`: of what is sent as bytes; the notice is to stand in the same file.
Notice RecordReader::pointer_in_bytes(const clang::FieldDecl &pointer, clang::SourceLocation place) const {
  const bool same_file = context_.getSourceManager().isWrittenInSameFile(place, pointer.getLocation());
  return {clang::DiagnosticIDs::Warning, same_file ? pointer.getLocation() : place,
          subject_of(pointer) + " is a pointer: sent as bytes it means nothing on another rank"};
}

/// Decides what a field that is wanted is sent as. A refusal without a place means the field.
std::optional<Refusal> RecordReader::read_content(Field &read, const clang::FieldDecl &field,
                                                  const Part &part, const std::string &view,
                                                  Findings &findings) {
  const std::string subject = subject_of(field);
  const auto no = [&](const std::string &why, std::string hint = "", bool fix = false) {
    Refusal refusal{.reason = subject + " " + why, .hint = std::move(hint)};
    refusal.hint_location = end_of(field.getEndLoc());
    refusal.has_fixes = fix;
    return refusal;
  };
  const auto remark = [&](const std::string &text) {
    findings.notices.push_back({clang::DiagnosticIDs::Remark, field.getLocation(), subject + " " + text});
  };
  const bool foreign = context_.getSourceManager().isInSystemHeader(field.getLocation());
  const std::string leave_out =
      !view.empty() ? "take it out of the view " + quoted(view)
      : foreign     ? "leave it out of the datatype with 'ignore: [" + field.getNameAsString() + "]' for " +
                      quoted(names_.qualified(*field.getParent())) + " in a --select file"
                : "leave it out of the datatype with '/*~ AutoMap_Ignore */'";
  const bool mendable = view.empty() && !foreign; // by a comment
  const auto about_link = [&](std::optional<Refusal> refusal) {
    if (refusal) {
      refusal->reason = subject + " " + refusal->reason;
      const bool leaves_out = llvm::StringRef(refusal->hint).starts_with("leave it out");
      refusal->has_fixes = mendable && leaves_out;
      if (refusal->hint_location.isInvalid()) { // else it is at a member
        const clang::SourceLocation end = field.getDeclName()
                                              ? field.getEndLoc()
                                              : field.getType()->getAsRecordDecl()->getBraceRange().getEnd();
        refusal->hint_location = end_of(end);
        if (const Mapping *said = annotations_.find(field); said && leaves_out && said->tells_target()) {
          refusal->has_fixes = false; // the comment would contradict the one that is there
          refusal->hint.insert(refusal->hint.find("*/'") + 3, " in place of what is said of it");
        }
      } else if (refusal->has_fixes) {
        refusal->hint_location = end_of(refusal->hint_location);
      }
    }
    return refusal;
  };
  const Mapping *mapping = annotations_.find(field);
  if (field.isBitField()) {
    read.content = Field::Content::bits;
    return std::nullopt;
  }
  const bool is_flexible = field.getType()->isIncompleteArrayType() ||
                           (read.element_count() == 0 && context_.getAsConstantArrayType(field.getType()));
  if (is_flexible && options_.autolink && view.empty())
    return no("is a flexible array member: AutoLink sends the 'sizeof' bytes of a node, not the elements "
              "behind it",
              leave_out + ", or make it a pointer with '/*~ AutoMap_Len(n) */'", mendable);
  if (field.getType()->isIncompleteArrayType()) {
    read.content = Field::Content::ignored;
    remark("is a flexible array member: its elements are no part of the datatype");
    return std::nullopt;
  }
  if (read.element_count() == 0) {
    read.content = Field::Content::ignored;
    remark("is an array without elements: nothing of it is part of the datatype");
    return std::nullopt;
  }
  clang::QualType element = element_type_of(field.getType(), context_);
  if (const auto *atomic = element->getAs<clang::AtomicType>())
    element = element_type_of(atomic->getValueType(), context_);
  if (mapping && mapping->tells_target() && view.empty()) {
    read.content = Field::Content::ignored;
    read.pointer_length = mapping->length.text;
    if (options_.autolink)
      return about_link(element->isUnionType() ? read_tagged_union(read, field, element)
                                               : read_link(read, field, element));
    if (!mapping->length.text.empty())
      lookup_.length(FieldLookup::scope_of(field), mapping->length);
    return element->isUnionType() ? about_link(read_tagged_union(read, field, element)) : std::nullopt;
  }
  if (mapping && mapping->bytes && !part.selection)
    return read_bytes(read, field, element, findings);

  const llvm::StringRef object = handle_type(element, context_);
  const bool address = object.empty() && is_address(element);
  if (options_.ignore_pointers && address && !element->isReferenceType() && view.empty()) {
    read.content = Field::Content::ignored;
    if (options_.autolink)
      read.dead_pointers = pointers_in(element, context_);
    return std::nullopt;
  }
  if (!object.empty())
    return no("is of type " + quoted(object) + ": it means nothing on another rank", leave_out, mendable);
  if (address) {
    const bool to_objects = element->isPointerType() && !element->isFunctionPointerType();
    const clang::RecordDecl *led_to = to_objects ? element->getPointeeType()->getAsRecordDecl() : nullptr;
    const bool of_a_library = led_to && context_.getSourceManager().isInSystemHeader(led_to->getLocation());
    if (options_.autolink && to_objects && view.empty()) {
      auto refusal = about_link(read_link(read, field, element));
      if (!refusal && led_to && read.link && read.link->kind == Link::Kind::object && read.extents.empty())
        notice_count(field, *led_to, findings);
      if (!foreign || !refusal)
        return refusal;
    }
    const bool may_be_followed = to_objects && !of_a_library && !options_.autolink;
    const bool to_numbers = to_objects && element->getPointeeType()->isArithmeticType();
    Refusal refusal = no(why_not_basic(element, names_.written(element)),
                         leave_out + (may_be_followed && !(to_numbers && mendable)
                                          ? std::string(", or send what it points to with ") + with_autolink
                                          : ""),
                         mendable);
    if (may_be_followed && to_numbers && mendable) {
      const std::string by_autolink = std::string(", and send what it points to with ") + with_autolink;
      refusal.other_hints.push_back(say_how_many(lookup_.only_integer(FieldLookup::scope_of(field))));
      if (element->getPointeeType()->isAnyCharacterType())
        refusal.other_hints.push_back({ends_with_nul});
      for (Hint &hint : refusal.other_hints)
        hint.text += by_autolink;
    }
    return refusal;
  }
  if (const auto basic = basic_elements_of(element, context_)) {
    read.basic = basic->type;
    read.basic_count = basic->count;
    if (basic->raw)
      remark("has the type " + quoted(names_.written(element)) +
             ", for which MPI has no basic type: " + (read.extents.empty() ? "it" : "each element") +
             " travels as " + (basic->count == 1 ? "a byte" : std::to_string(basic->count) + " bytes"));
    return std::nullopt;
  }
  const clang::RecordDecl *record = element->getAsRecordDecl();
  if (!record || !record->getDefinition())
    return no(why_not_basic(element, names_.written(element)));
  const clang::RecordDecl &definition = *record->getDefinition();
  if (const Unmappable library = unmappable_library_type(definition); !library.reason.empty()) {
    const bool hint_helps = !library.has_value_in_bytes || why_not_bytes(definition, names_).empty();
    return no("has the type " + quoted(names_.written(element)) + ", which " + library.reason,
              options_.autolink && view.empty() && !library.autolink_hint.empty() ? library.autolink_hint
              : hint_helps                                                        ? library.hint
                                                                                  : leave_out);
  }

  if (options_.autolink && view.empty() && links_.is_hook(definition))
    findings.notices.push_back(
        around_hook(subject, field.getLocation(), element, remedy_for_hook(field, definition)));
  Part inner = part;
  if (mapping && !mapping->member.text.empty() && !inner.selection) {
    const auto way = lookup_.find(definition, mapping->member.text);
    if (way.empty()) {
      Refusal refusal = no("is a union without a member " + quoted(mapping->member.text) +
                               did_you_mean(mapping->member.text, lookup_.names(definition)),
                           lookup_.members_of(definition));
      refusal.hint_location = definition.getLocation();
      refusal.location = mapping->member.range.getBegin();
      refusal.range = mapping->member.range.getAsRange();
      return refusal;
    }
    inner.member = llvm::cast<clang::FieldDecl>(way.front());
  }
  read.content = Field::Content::record;
  read.record = read_part(definition, inner);
  if (const auto place = links_.place_elsewhere(definition, field))
    findings.notices.push_back({clang::DiagnosticIDs::Warning, field.getLocation(),
                                subject + " is a " + quoted(names_.written(element)) +
                                    " whose pointers lead to " + quoted(*place) +
                                    ": one that leads back here would be taken for one to " + quoted(*place) +
                                    "; let the list end with NULL, or at an element"});
  if (!survey_.records[read.record].mapped) {
    const bool may_be_tagged = options_.autolink && definition.isUnion() && mendable && !mapping &&
                               !annotations_.find(definition) &&
                               (options_.keys_place.empty() || field.getDeclName());
    Refusal refusal =
        no("has the type " + quoted(describe(survey_.records[read.record])) + ", which cannot be mapped",
           may_be_tagged ? tagged_union_hint : "");
    if (!field.getDeclName())
      refusal.hint_location = end_of(definition.getBraceRange().getEnd());
    refusal.because_of = read.record;
    return refusal;
  }
  return std::nullopt;
}

std::optional<Refusal> RecordReader::read_link(Field &read, const clang::FieldDecl &field,
                                               clang::QualType pointer) {
  read.content = Field::Content::ignored;
  if (element_type_of(field.getType(), context_)->isAtomicType())
    return Refusal{.reason = "is an atomic pointer, which AutoLink does not follow",
                   .hint = "leave it out with '/*~ AutoMap_Ignore */', or make it a plain pointer"};
  auto result = links_.read(field, pointer);
  if (auto *refusal = std::get_if<Refusal>(&result))
    return std::move(*refusal);
  read.link = std::move(std::get<Link>(result));
  read.link->line = context_.getSourceManager().getPresumedLineNumber(field.getLocation());
  return std::nullopt;
}

std::optional<Refusal> RecordReader::read_tagged_union(Field &read, const clang::FieldDecl &field,
                                                       clang::QualType element) {
  auto result = links_.read_union(field, *element->getAsRecordDecl()->getDefinition());
  if (auto *refusal = std::get_if<Refusal>(&result))
    return std::move(*refusal);
  Link &link = std::get<Link>(result);
  const bool has_data = std::ranges::any_of(
      link.choices, [](const LinkChoice &choice) { return choice.link.kind == Link::Kind::data; });
  read.content = has_data ? Field::Content::basic : Field::Content::ignored;
  if (has_data) // as the bytes of its largest member
    read.basic_count = read.stride_bytes;
  // Bytes alone may be fewer than those of a pointer.
  const bool is_data = has_data && !pointer_in(element, context_) &&
                       std::ranges::all_of(link.choices, [](const LinkChoice &choice) {
                         return choice.link.kind == Link::Kind::data;
                       });
  if (!options_.autolink || is_data)
    return std::nullopt;
  link.line = context_.getSourceManager().getPresumedLineNumber(field.getLocation());
  read.link = std::move(link);
  return std::nullopt;
}

std::optional<Refusal> RecordReader::read_bytes(Field &read, const clang::FieldDecl &field,
                                                clang::QualType element, Findings &findings) const {
  if (element->isReferenceType())
    return Refusal{.reason =
                       subject_of(field) + " is a reference: to receive its bytes would bind it elsewhere"};
  const auto *record = element->getAsRecordDecl();
  if (const std::string why = record ? why_not_bytes(*record, names_) : ""; !why.empty())
    return Refusal{.reason = subject_of(field) + " cannot be sent as bytes: " + why};
  if (const clang::FieldDecl *pointer = is_address(element) ? &field : pointer_in(element, context_))
    findings.notices.push_back(pointer_in_bytes(*pointer, field.getLocation()));
  // A single object may lend its tail padding to others.
  read.basic_count = read.extents.empty() || read.size_bytes == 0 ? read.size_bytes : read.stride_bytes;
  return std::nullopt;
}

/// Can offsetof name the field? Not a bit-field or a reference, nor one whose name a macro has taken since,
/// nor the inner fields of library types, which other libraries call otherwise.
bool RecordReader::is_nameable(const clang::FieldDecl &field) const {
  const clang::IdentifierInfo *name = field.getIdentifier();
  const clang::SourceManager &sources = context_.getSourceManager();
  if (field.isBitField() || field.getType()->isReferenceType() || (name && name->hasMacroDefinition()))
    return false;
  return !sources.isInSystemHeader(sources.getFileLoc(field.getLocation())) ||
         field.isReserved(context_.getLangOpts()) == clang::ReservedIdentifierStatus::NotReserved;
}

} // namespace automap
