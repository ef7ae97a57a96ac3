// Reads Clang's record declarations as Records. See record_reader.h.
#include "record_reader.h"

#include "advice.h"
#include "ast/declarations.h"
#include "ast/element_type.h"
#include "ast/local_types.h"
#include "ast/source_lines.h"
#include "bit_fields.h"
#include "class_rules.h"
#include "field_reader.h"
#include "model/quoted.h"
#include "reduction_reader.h"

#include "layout/type_map_hash.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Stack.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace automap {
RecordReader::RecordReader(ReadingContext &context)
    : context_(context),
      read_record_([this](const clang::RecordDecl &record, const Part &part) { return read_part(record, part); }),
      links_(context), findings_(context.survey, context.ast.getDiagnostics(), context.options.keys_place,
                                 context.options.wrong_directives) {
  for (std::size_t i = 0; i < context.survey.records.size(); ++i)
    earlier_.emplace(context.survey.records[i].location.key(), i);
}

std::size_t RecordReader::read(const clang::RecordDecl &record) { return read_part(*record.getDefinition(), {}); }

std::size_t RecordReader::read_view(const clang::RecordDecl &record, const std::string &view,
                                    const FieldSelection &selection) {
  return read_part(*record.getDefinition(), {&selection, nullptr, view, true});
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
  for (Refusal &refusal : findings.refusals)
    refusal.reason = hint_for(context_.options.keys_place, refusal.reason, refusal.field);
  out.mapped = findings.refusals.empty();
  if (!out.mapped) {
    out.reason = findings.refusals.front().reason;
    out.fields.clear();
  } else {
    out.tree = tree_of(context_.survey, out);
    read_reductions(context_, out, definition, part);
    for (const Notice &notice : findings.notices)
      out.remarks.push_back({context_.line_of(notice.location), notice.text});
  }
  const std::size_t index = merge(std::move(out));
  if (part.selection)
    findings.notices.clear(); // the whole record has the same
  else
    read_[key] = index;
  findings_.add(index, std::move(findings));
  return index;
}

std::size_t RecordReader::read_array(const clang::TypedefNameDecl &name, std::size_t element) {
  const auto [known, is_new] = arrays_.try_emplace({&name, element});
  if (!is_new)
    return known->second;
  const clang::ASTContext &ast = context_.ast;
  const Record &one = context_.survey.records[element];
  Record out;
  out.name = context_.names.unqualified(name);
  out.qualified = out.spelling = context_.names.qualified(name);
  out.kind = array_kind;
  out.view = one.view;
  out.deprecated = one.deprecated || name.isDeprecated();
  out.location = context_.place_of(name.getLocation());
  const clang::QualType type = name.getUnderlyingType();
  out.align_bytes = bytes_of(ast.getTypeAlignInChars(type));
  Field elements;
  element_type_of(type, ast, &elements.extents);
  elements.type = describe(one);
  for (const std::uint64_t extent : elements.extents)
    elements.type += "[" + std::to_string(extent) + "]";
  out.size_bytes = elements.size_bytes = bytes_of(ast.getTypeSizeInChars(type));
  elements.stride_bytes = std::max<std::uint64_t>(one.size_bytes, 1);
  elements.content = Field::Content::record;
  elements.record = element;
  out.fields.push_back(std::move(elements));
  out.mapped = true;
  out.tree = tree_of(context_.survey, out);
  lift_reductions(one, "", 0, {{out.fields.front().element_count(), out.fields.front().stride_bytes}}, out.reductions);
  return known->second = merge(std::move(out));
}

/// Adds a record, unless the survey has the same one from an earlier translation unit. Returns its index.
std::size_t RecordReader::merge(Record record) {
  const auto [first, last] = earlier_.equal_range(record.location.key());
  for (auto known = first; known != last; ++known) {
    const Record &other = context_.survey.records[known->second];
    if (other.mapped == record.mapped && other.size_bytes == record.size_bytes && other.tree == record.tree &&
        other.spelling == record.spelling && other.view == record.view)
      return known->second;
  }
  context_.survey.records.push_back(std::move(record));
  return context_.survey.records.size() - 1;
}

/// Whether a class has a public constructor without arguments that sets something, as default member initializers do,
/// and whether an object of it is its bytes.
bool RecordReader::has_initial_bytes(const clang::RecordDecl &record) const {
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (!cxx || cxx->isUnion() || cxx->isAbstract() || cxx->hasTrivialDefaultConstructor() ||
      !context_.ast.getTypeDeclType(cxx).isTriviallyCopyableType(context_.ast))
    return false;
  const clang::CXXConstructorDecl *constructor = context_.options.default_constructor(*cxx);
  return constructor && !constructor->isDeleted() && constructor->getAccess() == clang::AS_public;
}

void RecordReader::read_into(Record &out, const clang::RecordDecl &record, const Part &part, Findings &findings) {
  if (const clang::NamedDecl *name = context_.names.namer_of(record)) {
    out.name = context_.names.unqualified(*name);
    out.qualified = context_.names.qualified(*name);
    if ((part.whole() || part.is_view) && context_.names.why_not_written(*name).empty())
      out.spelling = context_.names.spelling(*name);
  }
  out.kind = record.getKindName().str();
  out.view = part.view;
  out.tagged = static_cast<bool>(record.getDeclName());
  out.deprecated = record.isDeprecated();
  out.standard = record.isInStdNamespace();
  out.internal =
      out.standard && record.isReserved(context_.ast.getLangOpts()) != clang::ReservedIdentifierStatus::NotReserved;
  out.location = context_.place_of(written_at(record));
  out.source = source_lines(record, context_.ast.getSourceManager());

  const Mapping *mapping = context_.annotations.find(record);
  out.is_tree = mapping && mapping->tree;
  const bool as_bytes = mapping && mapping->bytes && part.whole();
  check_class(record, {as_bytes, part.selection != nullptr}, context_.ast, context_.names, findings);
  if (!findings.refusals.empty())
    return;
  const clang::ASTRecordLayout &layout = context_.ast.getASTRecordLayout(&record);
  out.size_bytes = bytes_of(layout.getSize());
  out.align_bytes = bytes_of(alignment_of(record, context_.ast));
  out.has_initial_bytes = has_initial_bytes(record);

  if (as_bytes) {
    Field bytes;
    bytes.type = "(raw bytes)";
    const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
    bytes.size_bytes = bytes.basic_count = cxx ? own_bytes(*cxx, context_.ast) : out.size_bytes;
    bytes.stride_bytes = std::max<std::uint64_t>(bytes.size_bytes, 1);
    if (const clang::FieldDecl *pointer = pointer_in(context_.ast.getTypeDeclType(&record), context_.ast))
      findings.notices.push_back(warn_pointer_in_bytes(context_, *pointer, record.getLocation()));
    out.fields.push_back(std::move(bytes));
    return;
  }
  read_members(out, record, part, findings);
}

void RecordReader::read_members(Record &out, const clang::RecordDecl &record, const Part &part, Findings &findings) {
  const clang::FieldDecl *member = nullptr;
  if (record.isUnion()) {
    auto chosen = choose_union_member(record, part);
    if (auto *refusal = std::get_if<Refusal>(&chosen)) {
      findings.refusals.push_back(std::move(*refusal));
      return;
    }
    member = std::get<const clang::FieldDecl *>(chosen);
  }
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record)) {
    out.other_members = other_members(*cxx);
    out.tuple_like = is_tuple_like(*cxx, context_.ast);
    read_bases(out, *cxx, part, findings);
  }
  std::vector<const clang::FieldDecl *> declarations(out.fields.size(), nullptr);
  for (const clang::FieldDecl *field : record.fields()) {
    out.deprecated = out.deprecated || field->isDeprecated();
    if (field->isUnnamedBitField())
      continue; // explicit padding
    const FieldSelection *selection = part.selection ? part.selection->find(*field) : nullptr;
    const bool selected = record.isUnion() ? field == member : !part.selection || selection;
    auto read = read_field(context_, *field, selected, selection, part, read_record_, findings);
    if (auto *refusal = std::get_if<Refusal>(&read)) {
      refusal->field =
          joined_path(joined_path(context_.field_of_unnamed(record), field->getNameAsString()), refusal->field);
      findings.refusals.push_back(std::move(*refusal));
      continue;
    }
    out.fields.push_back(std::move(std::get<Field>(read)));
    declarations.push_back(field);
  }
  if (findings.refusals.empty())
    check_bit_fields(out, declarations, context_.annotations, findings);
}

void RecordReader::read_bases(Record &out, const clang::CXXRecordDecl &record, const Part &part, Findings &findings) {
  const clang::ASTRecordLayout &layout = context_.ast.getASTRecordLayout(&record);
  if (layout.hasOwnVFPtr()) {
    Field pointer;
    pointer.type = "(pointer to virtual functions)";
    pointer.nameable = false;
    pointer.is_vptr = true;
    pointer.content = Field::Content::ignored;
    pointer.size_bytes = pointer.stride_bytes = bytes_of(context_.ast.getTypeSizeInChars(context_.ast.VoidPtrTy));
    out.fields.push_back(std::move(pointer));
  }
  for (const clang::CXXBaseSpecifier &base : record.bases()) {
    const clang::CXXRecordDecl &definition = *base.getType()->getAsCXXRecordDecl()->getDefinition();
    const FieldSelection *selection = part.selection ? part.selection->find(definition) : nullptr;
    if (base.isVirtual() && selection)
      findings.refusals.push_back({.reason = "the view selects fields of the virtual base " +
                                             quoted(context_.names.written(base.getType())) +
                                             ", whose offset differs from object to object",
                                   .location = base.getBeginLoc(),
                                   .range = base.getSourceRange()});
    if (definition.isEmpty() || base.isVirtual()) // a virtual base has no place of its own
      continue;
    Field field;
    field.is_base = true;
    field.nameable = false;
    field.type = context_.names.written(base.getType());
    field.is_public = base.getAccessSpecifier() == clang::AS_public && context_.names.is_public(base.getType());
    field.offset_bytes = bytes_of(layout.getBaseClassOffset(&definition));
    field.size_bytes = field.stride_bytes = own_bytes(definition, context_.ast);
    field.line = context_.line_of(base.getBeginLoc());
    if (part.selection && !selection) {
      field.content = Field::Content::ignored;
      const std::set<std::string> hiding = context_.lookup.names(definition);
      out.other_members.insert(out.other_members.end(), hiding.begin(), hiding.end());
    } else {
      field.content = Field::Content::record;
      Part inner;
      if (selection && !selection->parts.empty())
        inner = {selection, nullptr, part.view};
      if (context_.options.autolink && part.view.empty() && context_.links.is_hook(definition))
        findings.notices.push_back(warn_base_is_hook(context_, base.getBeginLoc(), base.getType()));
      field.record = read_part(definition, inner);
      if (!context_.survey.records[field.record].mapped)
        findings.refusals.push_back(
            {.reason = "its base " + quoted(describe(context_.survey.records[field.record])) + " cannot be mapped",
             .location = base.getBeginLoc(),
             .range = base.getSourceRange(),
             .because_of = field.record});
    }
    out.fields.push_back(std::move(field));
  }
}

/// Returns a member of the union if all have the same type map, so that it does not matter which one is active; null if
/// they do not.
const clang::FieldDecl *RecordReader::any_union_member(const clang::RecordDecl &record, const std::string &view) {
  const clang::FieldDecl *first = nullptr;
  std::optional<layout::TypeTree> tree;
  for (const clang::FieldDecl *member : record.fields()) {
    if (member->isUnnamedBitField())
      continue;
    if (pointer_in(member->getType(), context_.ast))
      return nullptr;
    const std::size_t index = read_part(record, {nullptr, member, view});
    const Record &as_member = context_.survey.records[index];
    if (!as_member.mapped || (tree && !have_one_type_map(*tree, as_member.tree)))
      return nullptr;
    if (!tree) {
      first = member;
      tree = as_member.tree;
    }
  }
  return tree && tree->data_bytes() != 0 ? first : nullptr;
}

/// Returns the member of a union that is mapped.
std::variant<const clang::FieldDecl *, Refusal> RecordReader::choose_union_member(const clang::RecordDecl &record,
                                                                                  const Part &part) {
  if (part.member)
    return part.member;
  if (part.selection) {
    const clang::FieldDecl *member = nullptr;
    for (const auto &[step, inner] : part.selection->parts) {
      if (member)
        return Refusal{.reason = "the view selects two members of this union: only one can be active",
                       .location = record.getLocation()};
      member = llvm::cast<clang::FieldDecl>(step);
    }
    if (member)
      return member;
  }
  const Mapping *mapping = context_.annotations.find(record);
  const bool is_chosen = mapping && !mapping->member.text.empty();
  if (const clang::FieldDecl *any = is_chosen ? nullptr : any_union_member(record, part.view))
    return any;
  if (!is_chosen)
    return Refusal{.reason = "it is a union: which member is active cannot be known",
                   .location = record.getLocation(),
                   .hint = "name the member to map with '/*~ AutoMap_Use(member) */', or send all its bytes "
                           "with '/*~ AutoMap_Bytes */'",
                   .hint_location = context_.end_of(record.getBraceRange().getEnd()),
                   .field = context_.field_of_unnamed(record)};
  const auto path = context_.lookup.find(record, mapping->member.text);
  if (path.empty())
    return no_such_member("it ", record, mapping->member, context_.lookup);
  return llvm::cast<clang::FieldDecl>(path.front());
}

} // namespace automap
