// Reads pointer fields as Links. See link_reader.h.
#include "link_reader.h"

#include "ast/basic_type_mapping.h"
#include "ast/element_type.h"
#include "ast/library_types.h"
#include "ast/local_types.h"
#include "choice_values.h"
#include "model/hint.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"

#include <algorithm>

namespace automap {
namespace {

constexpr char leave_out[] = "leave it out with '/*~ AutoMap_Ignore */'";

constexpr char inside_of_others[] =
    "or mark it with '/*~ AutoMap_Inside */' if it points into what other pointers lead to";

Refusal refusal(std::string reason, std::string hint = "", std::vector<Hint> other_hints = {}) {
  return {.reason = std::move(reason), .hint = std::move(hint), .other_hints = std::move(other_hints)};
}

/// Refuses a name in a directive, at its place.
Refusal refusal_at(const PlacedName &name, std::string reason, std::string hint = "") {
  return {.reason = std::move(reason),
          .location = name.range.getBegin(),
          .range = name.range.getAsRange(),
          .hint = std::move(hint)};
}

/// Whether only a library knows the contents of the type: FILE, pthread_t, std::string.
bool is_foreign(const clang::RecordDecl &record, const clang::SourceManager &sources) {
  return sources.isInSystemHeader(sources.getFileLoc(record.getLocation()));
}

/// Whether a library type consists of its fields and nothing else.
bool is_plain_library_type(const clang::RecordDecl &record) {
  return record.isInStdNamespace() && record.getDeclName() &&
         (record.getName() == "pair" || record.getName() == "tuple");
}

/// Returns the path from a class to each of its bases of this type; none if one of them is virtual.
std::vector<std::vector<const clang::Decl *>> paths_to_base(const clang::RecordDecl &record, clang::QualType base) {
  const auto *from = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  const clang::CXXRecordDecl *to = base->getAsCXXRecordDecl();
  clang::CXXBasePaths paths;
  std::vector<std::vector<const clang::Decl *>> out;
  if (!from || !to || !from->hasDefinition() || !from->isDerivedFrom(to, paths))
    return out;
  for (const clang::CXXBasePath &path : paths) {
    out.emplace_back();
    for (const clang::CXXBasePathElement &step : path) {
      if (step.Base->isVirtual())
        return {};
      out.back().push_back(step.Base->getType()->getAsCXXRecordDecl()->getDefinition());
    }
  }
  return out;
}

} // namespace

LinkReader::LinkReader(const clang::ASTContext &context, const TypeNames &names, const Annotations &annotations,
                       const Declarations &declarations, CompleteType complete, bool ignores_pointers)
    : context_(context), names_(names), annotations_(annotations), declarations_(declarations),
      complete_(std::move(complete)), lookup_(context),
      lengths_(context, names.preprocessor(), annotations, complete_, ignores_pointers),
      types_(context, names, declarations) {}

LinkReader::Result LinkReader::read(const clang::FieldDecl &field, clang::QualType pointer) {
  return read_pointer(field, pointer, annotations_.find(field), FieldLookup::scope_of(field));
}

void LinkReader::check_lengths(const clang::FieldDecl &field, const PlacedName &expression) const {
  const clang::RecordDecl &scope = FieldLookup::scope_of(field);
  if (!lengths_.find_pair(scope, expression.text))
    lengths_.resolve(scope, expression);
}

const clang::FieldDecl *LinkReader::find_begin(const clang::FieldDecl &end) const {
  for (const clang::FieldDecl *begin : end.getParent()->fields())
    if (const Mapping *mapping = annotations_.find(*begin); mapping && !mapping->length.text.empty())
      if (const auto pair = lengths_.find_pair(FieldLookup::scope_of(end), mapping->length.text);
          pair && pair->end == &end && pair->begin == begin)
        return begin;
  return nullptr;
}

std::string LinkReader::end_beside(const clang::FieldDecl &field) const {
  for (const clang::FieldDecl *other : field.getParent()->fields()) {
    const std::string name = other->getName().lower();
    if (other != &field && context_.hasSameUnqualifiedType(other->getType(), field.getType()) &&
        (name.find("end") != std::string::npos || name.find("last") != std::string::npos))
      return other->getNameAsString();
  }
  return "";
}

const clang::RecordDecl *LinkReader::find_extension(const clang::RecordDecl &record) const {
  const auto is_record = [&](clang::QualType type) {
    const clang::RecordDecl *of = type->getAsRecordDecl();
    return of && of->getDefinition() == record.getDefinition();
  };
  const auto begins_with_it = [&](const clang::RecordDecl *other) {
    const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(other);
    return (!other->isUnion() && !other->field_empty() && is_record(other->field_begin()->getType())) ||
           (cxx && cxx->hasDefinition() &&
            std::ranges::any_of(cxx->bases(), [&](const auto &base) { return is_record(base.getType()); }));
  };
  const auto found = std::ranges::find_if(declarations_.records, begins_with_it);
  return found == declarations_.records.end() ? nullptr : *found;
}

bool LinkReader::is_hook(const clang::RecordDecl &record) const {
  const auto leads_to_its_kind = [&](const clang::FieldDecl *field) {
    const clang::QualType pointee = field->getType()->getPointeeType();
    const clang::RecordDecl *to = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
    const Mapping *mapping = annotations_.find(*field);
    return to && to->getDefinition() == &record && !(mapping && (mapping->ignored || mapping->describes_target()));
  };
  return !record.field_empty() && std::ranges::all_of(record.fields(), leads_to_its_kind);
}

std::ptrdiff_t LinkReader::members_of_type(const clang::RecordDecl &hook) const {
  return std::ranges::count_if(declarations_.fields, [&](const clang::FieldDecl *field) {
    const clang::RecordDecl *record = context_.getBaseElementType(field->getType())->getAsRecordDecl();
    return record && record->getDefinition() == &hook;
  });
}

std::optional<std::string> LinkReader::find_other_place(const clang::RecordDecl &hook,
                                                        const clang::FieldDecl &field) const {
  const auto [first, last] = places_.equal_range(&hook);
  if (first == last || std::any_of(first, last, [&](const auto &place) { return place.second.field == &field; }))
    return std::nullopt;
  return first->second.text;
}

/// Refuses a link that needs a bit-field of an unnamed record: generated code cannot read it.
std::optional<Refusal> LinkReader::check_readable(const Link &link, const clang::RecordDecl &scope) const {
  const auto is_bits = [](const IntegerField &field) { return field.is_bits; };
  if (names_.namer_of(scope) || (!is_bits(link.kind_field) && std::ranges::none_of(link.length.fields, is_bits)))
    return std::nullopt;
  return refusal("needs a bit-field of a struct without a name, which generated code cannot read",
                 "give the struct a name, or use a field that is not a bit-field");
}

/// Whether the directives of a pointer, if any, allow that it is the end of a pair that another pointer's name.
static bool may_be_end(const Mapping *mapping, const Mapping &of_begin) {
  return !mapping || !mapping->describes_target() || mapping->length.text == of_begin.length.text ||
         (mapping->inside && !mapping->weak && mapping->place.text.empty() && mapping->length.text.empty());
}

LinkReader::Result LinkReader::read_pointer(const clang::FieldDecl &field, clang::QualType pointer,
                                            const Mapping *mapping, const clang::RecordDecl &scope) {
  const clang::QualType pointee = pointer->getPointeeType();
  if (mapping && mapping->ignored)
    return Link{};
  if (mapping && mapping->weak && mapping->length.text.empty()) {
    Mapping strong = *mapping;
    strong.weak = false;
    return weaken(read_strong(field, pointee, &strong, scope), pointee);
  }
  if (const clang::FieldDecl *begin = find_begin(field); begin && may_be_end(mapping, *annotations_.find(*begin)))
    return read_end(*begin);
  return read_strong(field, pointee, mapping, scope);
}

/// Reads a pointer that is neither weak by itself nor the end of an array.
LinkReader::Result LinkReader::read_strong(const clang::FieldDecl &field, clang::QualType pointee,
                                           const Mapping *mapping, const clang::RecordDecl &scope) {
  if (mapping && mapping->inside && mapping->length.text.empty())
    return read_inside(field, pointee, *mapping);
  if (mapping && !mapping->choices.empty() && !pointee->isPointerType())
    return read_any(field, pointee, *mapping, scope, !mapping->length.text.empty());
  if (mapping && !mapping->length.text.empty())
    return read_array(field, pointee, *mapping, scope);
  if (mapping && (mapping->string || !mapping->choices.empty()) && pointee->isPointerType())
    return refusal(std::string("points to ") + (mapping->string ? "strings" : "pointers") +
                       ": the number of elements is not given",
                   "give it with '/*~ AutoMap_Len(n) */' as well");
  if (mapping && mapping->string)
    return read_string(pointee);
  return read_object(field, pointee);
}

/// Makes a link weak that has been read. A weak pointer leads to one struct, or inside of what other pointers lead to.
LinkReader::Result LinkReader::weaken(Result read, clang::QualType pointee) const {
  auto *link = std::get_if<Link>(&read);
  constexpr char inside_too[] = "add '/*~ AutoMap_Inside */' beside 'AutoMap_Weak'";
  if (!link)
    return pointee->isRecordType() || pointee->isPointerType()
               ? std::move(read)
               : refusal("points to " + quoted(names_.written(pointee)) +
                             ", but 'AutoMap_Weak' alone is for pointers to structs",
                         std::string(inside_too) + " if it points into what other pointers lead to, or " + leave_out);
  if (link->headed)
    return refusal("has both 'AutoMap_Weak' and an 'AutoMap_Inside' of several places",
                   "write 'AutoMap_Inside' without places beside 'AutoMap_Weak'");
  if (link->kind_in_target)
    return refusal("is weak, but what it leads to would have to be read to know its type",
                   "name a field beside the pointer that decides the type, or " + std::string(inside_too));
  for (LinkChoice &choice : link->choices) {
    Result one = weaken(std::move(choice.link), pointee);
    if (std::holds_alternative<Refusal>(one))
      return one;
    choice.link = std::move(std::get<Link>(one));
  }
  if (link->kind != Link::Kind::object && link->kind != Link::Kind::inside && link->kind != Link::Kind::any)
    return refusal("is weak, but leads to " + std::string(link->kind == Link::Kind::string ? "a string" : "an array"),
                   "write '/*~ AutoMap_Inside */' beside 'AutoMap_Weak', and no other comment");
  link->weak = true;
  return read;
}

/// Reads a pointer without a directive: it leads to one object of a record.
LinkReader::Result LinkReader::read_object(const clang::FieldDecl &field, clang::QualType pointee) {
  const std::string type = quoted(names_.written(pointee));
  const Hint how_many = length_hint(lookup_.only_integer(FieldLookup::scope_of(field)));
  const std::string end = end_beside(field);
  const auto unknown_number = [&](const std::string &what) {
    std::vector<Hint> hints = {how_many, {inside_of_others}};
    if (!end.empty())
      hints.push_back({"or write '/*~ AutoMap_Len(" + end + " - " + field.getNameAsString() +
                       ") */' if its array ends where " + quoted(end) + " leads"});
    return refusal("points to " + what + ": the number of elements is not given", leave_out, std::move(hints));
  };
  if (pointee->isVoidType())
    return refusal("points to 'void': the type of what it leads to is not given", leave_out,
                   {{"or name a field that decides the type with '/*~ AutoMap_Any(field: value = type, value "
                     "= type) */'",
                     true},
                    {"or name the type with '/*~ AutoMap_Any(type) */' if it is always the same", true},
                    {"or give the number of bytes with '/*~ AutoMap_Len(n) */'", true}});
  if (pointee->isAnyCharacterType())
    return refusal("points to " + type + ": the number of elements is not given", leave_out, {how_many, {string_hint}});
  if (pointee->isPointerType())
    return refusal(
        "points to a pointer: the number of elements is not given", leave_out,
        {how_many,
         {"or give two lengths with '/*~ AutoMap_Len(n, m) */' if each of n pointers leads to m elements", true},
         {inside_of_others}});
  if (pointee->isArrayType())
    return unknown_number("an array");
  const clang::RecordDecl *record = pointee->getAsRecordDecl();
  const auto undefined = [&] {
    return refusal("points to " + type + ", whose definition is not in this file or what it includes",
                   std::string(leave_out) + ", or include the definition");
  };
  if (!record && pointee->isIncompleteType()) // an enum in C
    return undefined();
  if (!record)
    return unknown_number(type);
  if (const Unmappable library = unmappable_library_type(*record); !library.reason.empty())
    return refusal("points to " + type + ", which " + library.reason, leave_out);
  if (!complete_(*record, record->getLocation()))
    return undefined();
  if (const std::string why = instances_.add(*record); !why.empty())
    return refusal("points to " + type + ", which " + why, leave_out);
  if (context_.getTypeSizeInChars(pointee).isZero()) // a struct without fields in C
    return refusal("points to " + type + ", which has no size", leave_out);
  const auto is_asked_for = [&](const Annotations::Use &use) {
    return use.record->getDefinition() == record->getDefinition();
  };
  if (is_foreign(*record, context_.getSourceManager()) && !is_plain_library_type(*record) &&
      std::ranges::none_of(annotations_.uses, is_asked_for))
    return refusal("points to " + type + ", which belongs to a library: it means nothing on another rank", leave_out);
  if (const clang::TypeInfoChars wanted = context_.getTypeInfoInChars(pointee.getUnqualifiedType());
      wanted.Align > alignment_of(*record, context_) || !wanted.Width.isMultipleOf(wanted.Align))
    return refusal("points to " + type + ", which a typedef aligns to " + std::to_string(wanted.Align.getQuantity()) +
                       " bytes: AutoLink aligns what it receives only as the struct itself",
                   "align the struct itself");
  if (record->isUnion() && !annotations_.find(*record))
    return refusal("points to the union " + type + ": which member is active cannot be known",
                   "name it with AutoMap_Use(member) after the union, or send its bytes with AutoMap_Bytes; in a "
                   "--select file, with 'use: member' or 'bytes: true' under the union's name");
  if (auto flexible = read_flexible(*record->getDefinition()))
    return std::move(*flexible);
  Link link;
  link.kind = Link::Kind::object;
  describe(link, pointee);
  link.record = add_target(*record, field);
  return link;
}

/// Reads a pointer to a record that must be one of a known size.
LinkReader::Result LinkReader::read_record(const clang::FieldDecl &field, clang::QualType pointee) {
  Result out = read_object(field, pointee);
  if (const Link *link = std::get_if<Link>(&out); link && link->length.of_target)
    return refusal("leads to " + link->type + ", whose size is known only to a single pointer to its beginning",
                   leave_out);
  return out;
}

/// Reads a pointer to a record with a flexible array member that has a length. It travels as bytes. Returns nothing if
/// the record is another one.
std::optional<LinkReader::Result> LinkReader::read_flexible(const clang::RecordDecl &record) const {
  const clang::FieldDecl *last = nullptr;
  for (const clang::FieldDecl *field : record.fields())
    last = field;
  const Mapping *mapping = last && last->getType()->isIncompleteArrayType() ? annotations_.find(*last) : nullptr;
  if (!mapping || mapping->length.text.empty())
    return std::nullopt;
  const clang::QualType type = context_.getTypeDeclType(&record);
  const clang::QualType element = context_.getAsArrayType(last->getType())->getElementType();
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (is_address(element_type_of(element, context_)) || pointer_in(element, context_) || pointer_in(type, context_) ||
      (cxx && !cxx->isTriviallyCopyable()))
    return refusal("points to " + quoted(names_.written(type)) +
                       ", which has pointers or needs constructors besides its flexible array member",
                   "make that a pointer with a length");
  auto lengths = lengths_.resolve(record, mapping->length);
  Link link;
  link.kind = Link::Kind::array;
  link.element = Link::Element::basic;
  link.type = "byte of " + names_.written(type);
  link.basic = {layout::BasicTypeId::BYTE, 1};
  link.align_bytes = static_cast<std::uint64_t>(context_.getTypeAlignInChars(type).getQuantity());
  if (!lengths) // reported already
    return link;
  link.length = std::move(lengths->front());
  link.length.of_target = true;
  link.length.target_type = names_.written(type);
  link.length.tail = last->getNameAsString();
  const auto is_named = [](const IntegerField &field) { return field.nameable && field.hops.empty(); };
  if (lengths->size() > 1 || !std::ranges::all_of(link.length.fields, is_named) || !FieldLookup::is_nameable(*last) ||
      !names_.why_not_written(record).empty())
    return refusal("points to " + quoted(names_.written(type)) +
                       ", whose flexible array member needs one length of public fields that generated code can name",
                   leave_out);
  for (IntegerField &field : link.length.fields)
    field.in_target = true;
  return link;
}

/// Returns a link to an array of one element.
static Link one_element() {
  Link link;
  link.kind = Link::Kind::array;
  link.length = {"1", {{Length::Step::Kind::number, 1}}, {}};
  return link;
}

/// Begins a link to as many elements as a directive says.
LinkReader::Result LinkReader::begin_array(const PlacedName &length, const clang::RecordDecl &scope) const {
  Link link;
  link.kind = Link::Kind::array;
  if (auto lengths = lengths_.resolve(scope, length)) {
    link.length = std::move(lengths->front());
    if (lengths->size() > 1) {
      link.pointers.emplace_back().kind = Link::Kind::array;
      link.pointers.front().length = std::move(lengths->back());
    }
  }
  for (const Link *one : {&link, link.pointers.empty() ? &link : &link.pointers.front()})
    if (auto refused = check_readable(*one, scope))
      return std::move(*refused);
  return link;
}

LinkReader::Result LinkReader::read_array(const clang::FieldDecl &field, clang::QualType pointee,
                                          const Mapping &mapping, const clang::RecordDecl &scope) {
  const auto pair = lengths_.find_pair(scope, mapping.length.text);
  return read_elements(pair && pair->begin == &field ? begin_pair(field, *pair->end, mapping.length)
                                                     : begin_array(mapping.length, scope),
                       field, pointee, mapping, scope);
}

/// Begins a link to an array that ends where another pointer leads.
LinkReader::Result LinkReader::begin_pair(const clang::FieldDecl &begin, const clang::FieldDecl &end,
                                          const PlacedName &length) const {
  const Mapping *mapping = annotations_.find(end);
  if (begin.getParent() != end.getParent() || begin.getParent()->isUnion() ||
      !context_.hasSameUnqualifiedType(begin.getType(), end.getType()) ||
      !may_be_end(mapping, *annotations_.find(begin)))
    return refusal_at(length,
                      "is no pair with " + quoted(end.getName()) +
                          ", which stands elsewhere, has another type or "
                          "has a directive of its own",
                      "give the number of elements");
  Link link;
  link.kind = Link::Kind::array;
  link.length.text = length.text;
  link.length.of_pair = true;
  link.length.pair_bytes =
      static_cast<std::int64_t>(context_.getFieldOffset(&end) - context_.getFieldOffset(&begin)) / 8;
  const clang::QualType pointee = element_type_of(begin.getType(), context_)->getPointeeType();
  if (!pointee->isIncompleteType())
    link.length.pointee_bytes = bytes_of(context_.getTypeSizeInChars(pointee));
  return link;
}

/// Reads the pointer to the end of the pair that `begin` begins.
LinkReader::Result LinkReader::read_end(const clang::FieldDecl &begin) {
  Result out = read(begin, element_type_of(begin.getType(), context_));
  if (auto *link = std::get_if<Link>(&out)) {
    link->kind = Link::Kind::end;
    link->length.pair_bytes = -link->length.pair_bytes;
  }
  return out;
}

/// Adds what the elements of an array are.
LinkReader::Result LinkReader::read_elements(Result begun, const clang::FieldDecl &field, clang::QualType pointee,
                                             const Mapping &mapping, const clang::RecordDecl &scope) {
  if (std::holds_alternative<Refusal>(begun))
    return begun;
  Link &link = std::get<Link>(begun);
  if (const auto *record = context_.getBaseElementType(pointee)->getAsRecordDecl())
    complete_(*record,
              record->getLocation()); // an unused std::array is recognised after it is completed
  std::vector<std::uint64_t> extents;
  const clang::QualType element = element_type_of(pointee, context_, &extents);
  for (const std::uint64_t extent : extents)
    if (__builtin_mul_overflow(link.repeat, extent, &link.repeat))
      return refusal("points to arrays that are too large");
  if (link.repeat == 0)
    return refusal("points to arrays without elements", leave_out);
  if (const llvm::StringRef handle = handle_type(element, context_); !handle.empty())
    return refusal("points to objects of type " + quoted(handle) + ": they mean nothing on another rank", leave_out);
  describe(link, element);
  if (element->isPointerType() && !element->isFunctionPointerType()) {
    const clang::QualType inner = element->getPointeeType();
    if (!link.pointers.empty() && mapping.weak)
      return refusal("has a second length and 'AutoMap_Weak'", "keep one of them");
    if (!link.pointers.empty())
      return read_rows(std::move(begun), field, inner, scope);
    Result one = mapping.string             ? read_string(inner)
                 : mapping.inside           ? read_inside(field, inner, mapping)
                 : !mapping.choices.empty() ? read_any(field, inner, mapping, scope, false)
                                            : read_object(field, inner);
    if (const auto *to = std::get_if<Link>(&one); to && mapping.weak && to->kind == Link::Kind::any)
      return refusal("points to weak pointers, for each of which a field would have to tell what it leads to",
                     "make it an array of structs that have such a pointer and the field that decides its type, or "
                     "write '/*~ AutoMap_Inside */' in place of 'AutoMap_Any'");
    if (mapping.weak)
      one = weaken(std::move(one), inner);
    if (auto *refused = std::get_if<Refusal>(&one))
      return refusal("points to pointers, each of which " + refused->reason,
                     std::string(leave_out) +
                         (inner->isAnyCharacterType() ? ", or add '/*~ AutoMap_String */' if they are strings" : "") +
                         ", or add '/*~ AutoMap_Inside */' if they point into what other pointers lead to, or make "
                         "it an array of structs whose pointers have directives of their own",
                     {{"or give each of them a length, too, as in '/*~ AutoMap_Len(n, m) */'", true}});
    Link &to = std::get<Link>(one);
    if ((to.kind == Link::Kind::array && !to.length.of_row && !to.length.of_target) ||
        (to.kind == Link::Kind::any && !to.kind_in_target))
      return refusal(
          "points to pointers, which 'AutoMap_Any' describes only by a field of the structs that they lead to",
          "make it an array of structs whose pointers have directives of their own");
    link.element = Link::Element::pointer;
    link.pointers.push_back(std::move(to));
    return begun;
  }
  if (!link.pointers.empty())
    return refusal("has a second length, but does not point to pointers", "give one length");
  if (mapping.string)
    return refusal("has both 'AutoMap_String' and 'AutoMap_Len'", "keep one of 'AutoMap_String' and 'AutoMap_Len'");
  if (mapping.inside)
    return refusal("has both 'AutoMap_Len' and 'AutoMap_Inside'",
                   "keep one of 'AutoMap_Len' and 'AutoMap_Inside': the latter if another pointer leads to the array");
  if (mapping.weak)
    return refusal("has both 'AutoMap_Len' and 'AutoMap_Weak', but does not point to pointers",
                   "write '/*~ AutoMap_Inside */' in place of 'AutoMap_Len': a weak pointer leads into an array that "
                   "another pointer leads to");
  if (is_address(element) || element->isFunctionType())
    return refusal("points to addresses: they mean nothing on another rank", leave_out);
  if (element->isVoidType()) { // bytes, which may be anything
    link.type = "byte";
    link.element = Link::Element::basic;
    link.basic = {layout::BasicTypeId::BYTE, 1};
    link.align_bytes = context_.getTargetInfo().getSuitableAlign() / 8;
    return begun;
  }
  if (const auto basic = basic_elements_of(element, context_)) {
    link.element = Link::Element::basic;
    link.basic = basic->type;
    link.basic_count = basic->count;
    link.align_bytes = static_cast<std::uint64_t>(context_.getTypeAlignInChars(element).getQuantity());
    return begun;
  }
  Result one = read_record(field, element);
  if (auto *refused = std::get_if<Refusal>(&one))
    return std::move(*refused);
  link.record = std::get<Link>(one).record;
  return begun;
}

/// Adds what the pointers to rows lead to, whose lengths are known.
LinkReader::Result LinkReader::read_rows(Result begun, const clang::FieldDecl &field, clang::QualType pointee,
                                         const clang::RecordDecl &scope) {
  Link &link = std::get<Link>(begun);
  if (element_type_of(field.getType(), context_) != field.getType() || link.repeat != 1)
    return refusal("has a second length, but is not a single pointer to pointers", leave_out);
  Link row = std::move(link.pointers.front());
  Result one = read_elements(std::move(row), field, pointee, {}, scope);
  if (std::holds_alternative<Refusal>(one))
    return one;
  if (std::get<Link>(one).element == Link::Element::pointer)
    return refusal("has rows that consist of pointers", "make it an array of structs with a pointer and a length each");
  link.element = Link::Element::pointer;
  link.pointers.front() = std::move(std::get<Link>(one));
  link.owner = names_.qualified(scope) + "." + field.getNameAsString();
  return begun;
}

LinkReader::Result LinkReader::read_string(clang::QualType pointee) const {
  const auto basic = basic_elements_of(pointee, context_);
  if (!pointee->isAnyCharacterType() || !basic || basic->count != 1)
    return refusal("does not point to characters", leave_out);
  if (basic->type.size_bytes != 1)
    return refusal("points to wide characters, but 'AutoMap_String' is only for characters of one byte",
                   "give the number of elements with '/*~ AutoMap_Len(n) */'");
  Link link;
  link.kind = Link::Kind::string;
  link.element = Link::Element::basic;
  link.basic = basic->type;
  describe(link, pointee);
  return link;
}

LinkReader::Result LinkReader::read_inside(const clang::FieldDecl &field, clang::QualType pointee,
                                           const Mapping &mapping) {
  Link link;
  link.kind = Link::Kind::inside;
  const PlacedName &place = mapping.place;
  if (place.text.empty())
    return link;
  const std::vector<Word> places = split_list({place.text});
  if (places.size() == 1)
    return read_place(field, pointee, place);
  link.kind = Link::Kind::any;
  link.headed = true;
  describe(link, pointee);
  for (std::size_t i = places.size(); i-- > 0;) { // the place of the elements, which the user names first, comes last
    Result one =
        read_place(field, pointee, {std::string(places[i].text), FieldLookup::part_of(place.range, places[i])});
    if (std::holds_alternative<Refusal>(one))
      return one;
    const clang::RecordDecl &record = *targets_[std::get<Link>(one).record].record;
    if (const Mapping *of_record = annotations_.find(record); i > 0 && of_record && of_record->tree)
      return refusal_at(place,
                        "leads back to " + quoted(places[i].text) +
                            ", whose struct is promised to have only one pointer to it",
                        "remove 'AutoMap_Tree' there");
    const auto number = static_cast<std::int64_t>(places.size() - 1 - i);
    link.choices.push_back({std::to_string(number), number, std::move(std::get<Link>(one))});
  }
  return link;
}

/// Reads a pointer into one place of a record.
LinkReader::Result LinkReader::read_place(const clang::FieldDecl &field, clang::QualType pointee,
                                          const PlacedName &place) {
  Link link;
  link.kind = Link::Kind::inside;
  const auto [name, path] = llvm::StringRef(place.text).split('.');
  const clang::RecordDecl *record = types_.find_record(name.trim(), *field.getParent());
  if (!record)
    return refusal_at(place, "points into " + quoted(name.trim()) + ", which is not a known struct, class or union" +
                                 types_.suggest(name.trim()));
  if (!complete_(*record, record->getLocation()))
    return refusal("points into " + quoted(name.trim()) + ", which is not defined here", leave_out);
  const Word word{{path.data(), path.size()}, static_cast<std::size_t>(path.data() - place.text.data())};
  std::vector<const clang::Decl *> steps;
  const clang::FieldDecl *member =
      lookup_.resolve(*record, {path.str(), FieldLookup::part_of(place.range, word)}, &steps);
  if (!member) // reported already
    return link;
  Result object = read_record(field, context_.getTypeDeclType(record));
  if (auto *refused = std::get_if<Refusal>(&object))
    return std::move(*refused);
  link.place = place.text;
  link.record = std::get<Link>(object).record;
  link.bias_bytes = lookup_.offset_of(*record, steps);
  if (!may_point_at(pointee, member->getType()))
    return refusal_at(place, "points to " + quoted(names_.written(pointee)) + ", but " + quoted(place.text) +
                                 " has the type " + quoted(names_.written(member->getType())));
  if (const clang::RecordDecl *to = pointee->getAsRecordDecl(); to && to->getDefinition() == field.getParent())
    places_.insert({to->getDefinition(), {member, place.text}});
  return link;
}

/// Whether a pointer to `type` can lead to the record: to its first field, or to the fields with which both begin, as
/// in C structs that stand for base classes. True if one of them is not defined.
bool LinkReader::begins_with(const clang::RecordDecl &record, clang::QualType type) const {
  const clang::RecordDecl *wanted = type->getAsRecordDecl()->getDefinition();
  const clang::RecordDecl *definition = record.getDefinition();
  if (!wanted || !definition || wanted == definition)
    return true;
  const auto holds = [&](const clang::FieldDecl *field) {
    const clang::RecordDecl *of_field = element_type_of(field->getType(), context_)->getAsRecordDecl();
    return of_field && begins_with(*of_field, type);
  };
  if (wanted->isUnion()) // a member may be the record
    return std::ranges::any_of(wanted->fields(), [&](const clang::FieldDecl *member) {
      const clang::RecordDecl *of_member = member->getType()->getAsRecordDecl();
      return of_member && of_member->getDefinition() == definition;
    });
  if (definition->isUnion() ? std::ranges::any_of(definition->fields(), holds)
                            : !definition->field_empty() && holds(*definition->field_begin()))
    return true;
  const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(wanted);
  auto field = definition->field_begin();
  return !(derived && derived->getNumBases() > 0) &&
         std::ranges::all_of(wanted->fields(), [&](const clang::FieldDecl *one) {
           return field != definition->field_end() &&
                  context_.hasSameUnqualifiedType(one->getType(), field->getType()) &&
                  context_.getFieldOffset(one) == context_.getFieldOffset(*field++);
         });
}

/// Whether a pointer to `pointee` can lead to a field of the type `place`, or to its first element or byte.
bool LinkReader::may_point_at(clang::QualType pointee, clang::QualType place) const {
  if (pointee.isNull() || pointee->isVoidType() ||
      (!pointee->isIncompleteType() && context_.getTypeSizeInChars(pointee).isOne()))
    return true;
  for (clang::QualType type = place;;) {
    if (context_.hasSameUnqualifiedType(pointee, type))
      return true;
    const clang::ArrayType *array = context_.getAsArrayType(type);
    if (!array)
      break;
    type = array->getElementType();
  }
  const clang::QualType element = element_type_of(place, context_);
  if (context_.hasSameUnqualifiedType(pointee, element))
    return true;
  const clang::RecordDecl *record = element->getAsRecordDecl();
  return record && pointee->isRecordType() &&
         (!paths_to_base(*record, pointee).empty() || begins_with(*record, pointee));
}

/// Begins a link whose target is decided by the field that `mapping` names. `purpose` describes that field in messages.
LinkReader::Result LinkReader::read_kind(clang::QualType type, const Mapping &mapping, const clang::RecordDecl &scope,
                                         const std::string &purpose) const {
  Link link;
  link.kind = Link::Kind::any;
  describe(link, type);
  if (auto kind = lookup_.resolve_integer(scope, mapping.kind, purpose))
    link.kind_field = std::move(*kind);
  if (auto refused = check_readable(link, scope))
    return std::move(*refused);
  return link;
}

LinkReader::Result LinkReader::read_choices(Result begun, const Decider &decider, const Mapping &mapping,
                                            const clang::RecordDecl &scope,
                                            llvm::function_ref<Result(const PlacedName &)> read_target) {
  if (std::holds_alternative<Refusal>(begun))
    return begun;
  Link &link = std::get<Link>(begun);
  const ChoiceValues values(context_, names_, declarations_, complete_, enumeration_of(link, decider), scope);
  for (const PlacedChoice &placed : mapping.choices) {
    LinkChoice choice{placed.value.text, {}, {}};
    if (!values.add_number(choice, placed, link))
      continue;
    Result one = read_target(placed.what);
    if (std::holds_alternative<Refusal>(one))
      return one;
    choice.link = std::move(std::get<Link>(one));
    link.choices.push_back(std::move(choice));
  }
  return begun;
}

/// Reads what one choice of AutoMap_Any says that a pointer leads to.
LinkReader::Result LinkReader::read_choice(const PlacedName &what, const clang::FieldDecl &field,
                                           clang::QualType pointee, const Link *array, const clang::RecordDecl &scope) {
  if (what.text == spelling(Directive::string)) {
    if (pointee->isRecordType())
      return refusal_at(what, "points to " + quoted(names_.written(pointee)) + ", not to characters",
                        "make it a 'void *'");
    return read_string(context_.CharTy);
  }
  const clang::RecordDecl *record = types_.find_record(what.text, *field.getParent());
  if (const auto number = record ? std::nullopt : types_.find_number(what.text, *field.getParent());
      number && basic_elements_of(*number, context_)) {
    if (pointee->isRecordType())
      return refusal_at(what, "points to " + quoted(names_.written(pointee)) + ", not to numbers",
                        "make it a 'void *'");
    return read_elements(array ? *array : one_element(), field, *number, {}, scope);
  }
  if (!record)
    return refusal_at(what, "may point to " + quoted(what.text) +
                                ", which is not a known struct, class, union or number" + types_.suggest(what.text));
  const clang::QualType type = context_.getTypeDeclType(record);
  Result one = array ? read_elements(*array, field, type, {}, scope) : read_object(field, type);
  if (std::holds_alternative<Refusal>(one))
    return one;
  const auto paths = paths_to_base(*record, pointee);
  if (paths.empty() && pointee->isRecordType() && !begins_with(*record, pointee))
    return refusal_at(what,
                      "may point to " + quoted(what.text) + ", which does not begin with the fields of " +
                          quoted(names_.written(pointee.getUnqualifiedType())),
                      "make the pointer a 'void *', or a pointer to the struct with which all of them begin");
  if (paths.size() > 1)
    return refusal("may point to " + quoted(what.text) + ", which has several bases of the type " +
                       quoted(names_.written(pointee.getUnqualifiedType())),
                   leave_out);
  if (std::get<Link>(one).length.of_target && paths.empty())
    return one;
  const std::uint64_t bias = paths.empty() ? 0 : lookup_.offset_of(*record, paths.front());
  if (array && bias != 0)
    return refusal("leads to an array of " + quoted(what.text) + ", but points into its first element", leave_out);
  std::get<Link>(one).bias_bytes = bias;
  return one;
}

/// Returns the path of the deciding field in what the pointer leads to.
static PlacedName path_in_target(const Mapping &mapping) {
  const llvm::StringRef path = llvm::StringRef(mapping.kind.text).split("->").second;
  const Word word{{path.data(), path.size()}, static_cast<std::size_t>(path.data() - mapping.kind.text.data())};
  return {path.str(), FieldLookup::part_of(mapping.kind.range, word)};
}

/// Begins a link whose target is decided by a field of that target. All targets begin with `pointee`.
LinkReader::Result LinkReader::read_kind_of_target(const clang::FieldDecl &field, clang::QualType pointee,
                                                   const Mapping &mapping) {
  const auto [pointer, path] = llvm::StringRef(mapping.kind.text).split("->");
  if (!pointer.empty() && pointer.rtrim() != field.getName())
    return refusal_at(mapping.kind, "is described by what " + quoted(pointer.rtrim()) + " leads to",
                      "write '->" + path.trim().str() + "' for a field of what the pointer itself leads to");
  const clang::RecordDecl *record = pointee->getAsRecordDecl();
  if (!record || !complete_(*record, record->getLocation()))
    return refusal_at(mapping.kind, "points to " + quoted(names_.written(pointee)) + ", whose fields are not known",
                      "make it a pointer to the struct with which all that it leads to begin");
  if (!mapping.length.text.empty() && !field.getType()->getPointeeOrArrayElementType()->isPointerType() &&
      !element_type_of(field.getType(), context_)->getPointeeType()->isPointerType())
    return refusal_at(mapping.length, "leads to an array, whose elements have one type",
                      "name a field beside the pointer that decides the type");
  Link link;
  link.kind = Link::Kind::any;
  link.kind_in_target = true;
  describe(link, pointee);
  const PlacedName placed = path_in_target(mapping);
  if (auto kind = lookup_.resolve_integer(*record, placed, "decide what a pointer leads to"))
    link.kind_field = std::move(*kind);
  if (link.kind_field.is_bits)
    return refusal_at(placed, "leads to what a bit-field decides: generated code cannot read it",
                      "use a field that is not a bit-field");
  return link;
}

/// Returns the offset of the end of a field that is no bit-field.
static std::uint64_t end_of(const IntegerField &field) { return field.offset_bytes + (field.width_bits + 7) / 8; }

LinkReader::Result LinkReader::read_any(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping,
                                        const clang::RecordDecl &scope, bool has_length) {
  // A pointer to bytes may lead to anything.
  const bool is_bytes = !pointee->isIncompleteType() && context_.getTypeSizeInChars(pointee).isOne();
  if (!pointee->isVoidType() && !pointee->isRecordType() && !is_bytes)
    return refusal("points to " + quoted(names_.written(pointee)) + ", but 'AutoMap_Any' selects a struct",
                   "make it a 'void *', or a pointer to the struct with which all of them begin");
  Result array = has_length ? begin_array(mapping.length, scope) : Result();
  if (std::holds_alternative<Refusal>(array))
    return array;
  const Link *const elements = has_length ? &std::get<Link>(array) : nullptr;
  const auto read_target = [&](const PlacedName &what) { return read_choice(what, field, pointee, elements, scope); };
  if (mapping.kind.text.empty())
    return read_target(mapping.choices.front().what);
  if (!llvm::StringRef(mapping.kind.text).contains("->"))
    return read_choices(read_kind(pointee, mapping, scope, "decide what a pointer leads to"), {&scope, mapping.kind},
                        mapping, scope, read_target);
  Result begun = read_kind_of_target(field, pointee, mapping);
  const std::uint64_t end = std::holds_alternative<Link>(begun) ? end_of(std::get<Link>(begun).kind_field) : 0;
  return read_choices(
      std::move(begun), {pointee->getAsRecordDecl(), path_in_target(mapping)}, mapping, scope,
      [&](const PlacedName &what) {
        Result one = read_target(what);
        if (const Link *to = std::get_if<Link>(&one); to && to->length.of_target)
          return Result(refusal_at(what, "may point to " + quoted(what.text) + ", which has a flexible array member"));
        if (const Link *to = std::get_if<Link>(&one);
            to && bytes_of(context_.getTypeSizeInChars(context_.getTypeDeclType(targets_[to->record].record))) <
                      to->bias_bytes + end)
          return Result(refusal_at(what, "may point to " + quoted(what.text) + ", which has no field " +
                                             quoted(mapping.kind.text)));
        return one;
      });
}

LinkReader::Result LinkReader::read_union(const clang::FieldDecl &field, const clang::RecordDecl &of) {
  const Mapping &mapping = *annotations_.find(field);
  const clang::RecordDecl &scope = FieldLookup::scope_of(field);
  if (mapping.kind.text.empty() || llvm::StringRef(mapping.kind.text).contains("->"))
    return refusal_at(mapping.kind.text.empty() ? mapping.choices.front().what : mapping.kind,
                      "is a union: which member is active is not given",
                      "name a field beside it with '/*~ AutoMap_Any(field: value = member, value = member) */'");
  Result begun = read_kind(field.getType(), mapping, scope, "decide which member of a union is active");
  return read_choices(std::move(begun), {&scope, mapping.kind}, mapping, scope, [&](const PlacedName &what) -> Result {
    const auto path = lookup_.find(of, what.text);
    if (path.size() != 1)
      return no_such_member("", of, what, lookup_);
    const auto &member = *llvm::cast<clang::FieldDecl>(path.front());
    const clang::QualType type = element_type_of(member.getType(), context_);
    const std::string has_member = "has the member " + quoted(what.text) + ", which ";
    if (const llvm::StringRef handle = handle_type(type, context_); !handle.empty())
      return refusal(has_member + "is of type " + quoted(handle) + ": it means nothing on another rank", leave_out);
    if (member.getType()->isPointerType() && !type->isFunctionPointerType()) {
      Result one = read_pointer(member, type, annotations_.find(member), scope);
      auto *refused = std::get_if<Refusal>(&one);
      if (!refused)
        return one;
      Refusal out = refusal(has_member + refused->reason, refused->hint, refused->other_hints);
      out.hint_location = member.getEndLoc();
      out.field = member.getNameAsString();
      return out;
    }
    if (is_address(type) || pointer_in(type, context_))
      return refusal(has_member + "contains pointers: a member must be a pointer or contain none",
                     std::string(leave_out) +
                         ", or make the member a pointer to its present type, with '/*~ AutoMap_Len(n) */' if that is "
                         "an array");
    Link data;
    data.kind = Link::Kind::data;
    describe(data, member.getType());
    return data;
  });
}

std::size_t LinkReader::add_target(const clang::RecordDecl &record, const clang::FieldDecl &field) {
  targets_.push_back({record.getDefinition(), &field});
  return targets_.size() - 1;
}

/// Returns the enumeration of the deciding field; null if it is an integer.
const clang::EnumDecl *LinkReader::enumeration_of(const Link &link, const Decider &decider) const {
  if (link.kind_field.path.empty()) // reported already
    return nullptr;
  const auto *type = lookup_.resolve(*decider.record, decider.path)->getType()->getAs<clang::EnumType>();
  return type ? type->getDecl() : nullptr;
}

void LinkReader::describe(Link &link, clang::QualType type) const {
  link.type = names_.written(type.getUnqualifiedType());
}

} // namespace automap
