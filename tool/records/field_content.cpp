// The rules by which a field is sent. See field_content.h.
#include "field_content.h"

#include "advice.h"
#include "ast/basic_type_mapping.h"
#include "ast/element_type.h"
#include "ast/library_types.h"
#include "ast/local_types.h"
#include "class_rules.h"
#include "model/hint.h"
#include "model/quoted.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

#include <algorithm>

namespace automap {
namespace {

using Content = Field::Content;

constexpr char tagged_union_hint[] =
    "if a field beside it decides which member is active, which may be a pointer to follow, name that field "
    "with '/*~ AutoMap_Any(field: value = member, value = member) */'";

/// A rule's decision: the field is refused, or sent as it has been filled in.
struct Decision {
  std::optional<Refusal> refusal = std::nullopt;
};

/// Whether the field belongs to a library, and to no record of it that the user selects by a file or on the command line.
bool is_out_of_reach(const ReadingContext &context, const clang::FieldDecl &field) {
  const clang::Decl *record = field.getParent()->getCanonicalDecl();
  return context.is_in_system_header(field.getLocation()) &&
         (context.options.keys_place.empty() ||
          std::ranges::none_of(context.annotations.uses,
                               [&](const Annotations::Use &use) { return use.record->getCanonicalDecl() == record; }));
}

/// One field, and the rules. A rule that does not apply returns nothing.
class ContentRules {
public:
  ContentRules(ReadingContext &context, Field &read, const clang::FieldDecl &field, const Part &part,
               const std::string &view, const ReadRecord &read_record, Findings &findings)
      : context_(context), read_(read), field_(field), part_(part), read_record_(read_record), findings_(findings),
        in_view_(!view.empty()), subject_(subject_of(field)), out_of_reach_(is_out_of_reach(context, field)),
        leave_out_(in_view_ ? "remove it from the view " + quoted(view)
                   : out_of_reach_
                       ? "leave it out of the datatype with 'ignore: [" + field.getNameAsString() + "]' for " +
                             quoted(context.names.qualified(*field.getParent())) + " in a --select file"
                       : "leave it out of the datatype with '/*~ AutoMap_Ignore */'"),
        comment_helps_(!in_view_ && !out_of_reach_), mapping_(context.annotations.find(field)),
        element_(element_type_of(field.getType(), context.ast)) {
    if (const auto *atomic = element_->getAs<clang::AtomicType>())
      element_ = element_type_of(atomic->getValueType(), context.ast);
  }

  std::optional<Refusal> decide() {
    using Rule = std::optional<Decision> (ContentRules::*)();
    for (const Rule rule :
         {&ContentRules::try_bit_field, &ContentRules::try_array_without_elements, &ContentRules::try_annotated_pointer,
          &ContentRules::try_annotated_bytes, &ContentRules::try_ignored_pointer, &ContentRules::try_handle,
          &ContentRules::try_pointer, &ContentRules::try_number, &ContentRules::try_unmappable_class})
      if (std::optional<Decision> decision = (this->*rule)())
        return std::move(decision->refusal);
    return read_record();
  }

private:
  std::optional<Decision> try_bit_field() {
    if (!field_.isBitField())
      return std::nullopt;
    read_.content = Content::bits;
    return Decision{};
  }

  std::optional<Decision> try_array_without_elements() {
    const bool incomplete = field_.getType()->isIncompleteArrayType();
    const bool is_flexible =
        incomplete || (read_.element_count() == 0 && context_.ast.getAsConstantArrayType(field_.getType()));
    if (is_flexible && context_.options.autolink && !in_view_)
      return refuse("is a flexible array member: AutoLink sends the 'sizeof' bytes of a node, not the elements "
                    "after it",
                    mapping_ && !mapping_->length.text.empty()
                        ? "its elements are sent only with structs that a pointer leads to: remove 'AutoMap_TpUsed'"
                        : leave_out_ + ", make it a pointer with '/*~ AutoMap_Len(n) */', or write that here if only "
                                       "pointers lead to such structs",
                    comment_helps_ && !mapping_);
    if (!incomplete && read_.element_count() != 0)
      return std::nullopt;
    read_.content = Content::ignored;
    remark(incomplete ? "is a flexible array member: its elements are no part of the datatype"
                      : "is an array without elements: nothing of it is part of the datatype");
    return Decision{};
  }

  /// A pointer or a union of pointers whose target is annotated.
  std::optional<Decision> try_annotated_pointer() {
    if (in_view_)
      return std::nullopt;
    if (!mapping_ && element_->isPointerType() && context_.links.find_begin(field_)) {
      read_.content = Content::ignored;
      return context_.options.autolink ? decide_link(read_link()) : Decision{};
    }
    const bool is_owner = element_->isRecordType() && !element_->isUnionType(); // unique_ptr, only for C++ objects
    if (!mapping_ || !mapping_->describes_target() || is_owner)
      return std::nullopt;
    read_.content = Content::ignored;
    read_.pointer_length = mapping_->length.text;
    if (!context_.options.autolink && !mapping_->length.text.empty())
      context_.links.check_lengths(field_, mapping_->length);
    if (element_->isUnionType())
      return decide_link(read_tagged_union());
    return context_.options.autolink ? decide_link(read_link()) : Decision{};
  }

  std::optional<Decision> try_annotated_bytes() {
    if (!mapping_ || !mapping_->bytes || part_.selection)
      return std::nullopt;
    if (element_->isReferenceType())
      return Decision{Refusal{.reason = subject_ + " is a reference: receiving its bytes would bind it elsewhere"}};
    const auto *record = element_->getAsRecordDecl();
    if (const std::string why = record ? why_not_bytes(*record, context_.names) : ""; !why.empty())
      return Decision{Refusal{.reason = subject_ + " cannot be sent as bytes: " + why}};
    if (const auto *pointer = is_address(element_) ? &field_ : pointer_in(element_, context_.ast))
      findings_.notices.push_back(warn_pointer_in_bytes(context_, *pointer, field_.getLocation()));
    // A single object may lend its tail padding to others.
    read_.basic_count = read_.extents.empty() || read_.size_bytes == 0 ? read_.size_bytes : read_.stride_bytes;
    return Decision{};
  }

  std::optional<Decision> try_ignored_pointer() {
    if (!context_.options.ignore_pointers || in_view_ || !is_plain_address() || element_->isReferenceType())
      return std::nullopt;
    read_.content = Content::ignored;
    if (context_.options.autolink)
      read_.dead_pointers = pointers_in(element_, context_.ast);
    return Decision{};
  }

  /// An object of MPI or of another library that is of use on one rank only.
  std::optional<Decision> try_handle() {
    const llvm::StringRef type = handle_type(element_, context_.ast);
    if (type.empty())
      return std::nullopt;
    return refuse("is of type " + quoted(type) + ": it means nothing on another rank", leave_out_, comment_helps_);
  }

  std::optional<Decision> try_pointer() {
    if (!is_plain_address())
      return std::nullopt;
    const bool to_objects = element_->isPointerType() && !element_->isFunctionPointerType();
    const clang::RecordDecl *target = to_objects ? element_->getPointeeType()->getAsRecordDecl() : nullptr;
    if (context_.options.autolink && to_objects && !in_view_) {
      Decision decision = decide_link(read_link());
      if (context_.options.objects && decision.refusal && (!target || target->isInStdNamespace()) &&
          !element_->isVoidPointerType())
        decision.refusal->other_hints.push_back(
            {"or let a std::vector, std::string or std::unique_ptr own what it leads to, so "
             "that the class is a C++ object",
             true});
      const bool to_object = !decision.refusal && target && read_.link && read_.link->kind == Link::Kind::object;
      if (to_object && read_.extents.empty() && !read_.link->weak)
        add(warn_count_beside_pointer(context_, field_, *target));
      if (to_object)
        add(warn_may_be_longer(context_, field_, *target));
      if (!out_of_reach_ || !decision.refusal)
        return decision;
    }
    return refuse_pointer(to_objects, target && context_.is_in_system_header(target->getLocation()));
  }

  std::optional<Decision> try_number() {
    const auto basic = basic_elements_of(element_, context_.ast);
    if (!basic)
      return std::nullopt;
    read_.basic = basic->type;
    read_.basic_count = basic->count;
    if (basic->raw)
      remark("has the type " + quoted(context_.names.written(element_)) +
             ", for which MPI has no basic type: " + (read_.extents.empty() ? "it" : "each element") + " travels as " +
             (basic->count == 1 ? "a byte" : std::to_string(basic->count) + " bytes"));
    return Decision{};
  }

  std::optional<Decision> try_unmappable_class() {
    const clang::RecordDecl *definition = definition_of_element();
    if (!definition)
      return refuse(why_not_basic(element_, context_.names.written(element_)));
    const Unmappable library = unmappable_library_type(*definition);
    if (library.reason.empty())
      return std::nullopt;
    const bool hint_helps = !library.has_value_in_bytes || why_not_bytes(*definition, context_.names).empty();
    return refuse("has the type " + quoted(context_.names.written(element_)) + ", which " + library.reason,
                  context_.options.autolink && !in_view_ && !library.autolink_hint.empty() ? library.autolink_hint
                  : hint_helps                                                             ? library.hint
                                                                                           : leave_out_);
  }

  /// The last rule: a record that is read by itself.
  std::optional<Refusal> read_record() {
    const clang::RecordDecl &definition = *definition_of_element();
    if (context_.options.autolink && !in_view_ && context_.links.is_hook(definition))
      findings_.notices.push_back(warn_member_is_hook(context_, field_, element_));
    Part inner = part_;
    if (mapping_ && !mapping_->member.text.empty() && !inner.selection) {
      const auto path = context_.lookup.find(definition, mapping_->member.text);
      if (path.empty())
        return no_such_member(subject_ + " ", definition, mapping_->member, context_.lookup);
      inner.member = llvm::cast<clang::FieldDecl>(path.front());
    }
    read_.content = Content::record;
    read_.record = read_record_(definition, inner);
    add(warn_hook_of_other_place(context_, field_, element_, definition));
    if (context_.survey.records[read_.record].mapped)
      return std::nullopt;
    const bool may_be_tagged = context_.options.autolink && definition.isUnion() && comment_helps_ && !mapping_ &&
                               !context_.annotations.find(definition) &&
                               (context_.options.keys_place.empty() || field_.getDeclName());
    Refusal out = make_refusal("has the type " + quoted(describe(context_.survey.records[read_.record])) +
                                   ", which cannot be mapped",
                               may_be_tagged ? tagged_union_hint : "");
    if (!field_.getDeclName())
      out.hint_location = context_.end_of(definition.getBraceRange().getEnd());
    out.because_of = read_.record;
    return out;
  }

  /// Returns a refusal of the field. If `fix`, the hint's comment may be inserted after the field.
  Refusal make_refusal(const std::string &why, std::string hint = "", bool fix = false) const {
    Refusal out{.reason = subject_ + " " + why, .hint = std::move(hint)};
    out.hint_location = context_.end_of(field_.getEndLoc());
    out.has_fixes = fix;
    return out;
  }

  Decision refuse(const std::string &why, std::string hint = "", bool fix = false) const {
    return {make_refusal(why, std::move(hint), fix)};
  }

  /// Refuses a pointer that is not followed, with hints of how it could be.
  std::optional<Decision> refuse_pointer(bool to_objects, bool to_library) const {
    const bool is_array = to_objects && element_->getPointeeType()->isArithmeticType();
    const bool may_be_followed = to_objects && !to_library && !context_.options.autolink && !in_view_ &&
                                 (comment_helps_ || !is_array); // only a comment can tell an array's length
    const bool needs_length = may_be_followed && is_array;
    Refusal out = make_refusal(why_not_basic(element_, context_.names.written(element_)),
                               leave_out_ + (may_be_followed && !needs_length
                                                 ? std::string(", or send what it points to with ") + autolink_name
                                                 : ""),
                               comment_helps_);
    if (needs_length) {
      const std::string by_autolink = std::string(", and send what it points to with ") + autolink_name;
      out.other_hints.push_back(length_hint(context_.lookup.only_integer(FieldLookup::scope_of(field_))));
      if (element_->getPointeeType()->isAnyCharacterType())
        out.other_hints.push_back({string_hint});
      for (Hint &hint : out.other_hints)
        hint.text += by_autolink;
    }
    return Decision{std::move(out)};
  }

  /// Completes a refusal of the link reader with the field's name and the place for the hint's comment.
  Decision decide_link(std::optional<Refusal> refusal) const {
    if (!refusal)
      return {};
    refusal->reason = subject_ + " " + refusal->reason;
    const bool leaves_out = llvm::StringRef(refusal->hint).starts_with("leave it out");
    refusal->has_fixes = comment_helps_ && leaves_out;
    if (refusal->hint_location.isInvalid()) {
      const clang::SourceLocation end =
          field_.getDeclName() ? field_.getEndLoc() : field_.getType()->getAsRecordDecl()->getBraceRange().getEnd();
      refusal->hint_location = context_.end_of(end);
      if (mapping_ && leaves_out && mapping_->describes_target()) {
        refusal->has_fixes = false; // the comment would contradict the one that is there
        refusal->hint.insert(refusal->hint.find("*/'") + 3, " in place of its other directive");
      }
    } else if (refusal->has_fixes) { // the place is a member of the union
      refusal->hint_location = context_.end_of(refusal->hint_location);
    }
    return {std::move(refusal)};
  }

  std::optional<Refusal> read_link() {
    read_.content = Content::ignored;
    if (element_type_of(field_.getType(), context_.ast)->isAtomicType())
      return Refusal{.reason = "is an atomic pointer, which AutoLink does not follow",
                     .hint = "leave it out with '/*~ AutoMap_Ignore */', or make it a plain pointer"};
    auto result = context_.links.read(field_, element_);
    if (auto *refusal = std::get_if<Refusal>(&result))
      return std::move(*refusal);
    set_link(std::move(std::get<Link>(result)));
    return std::nullopt;
  }

  std::optional<Refusal> read_tagged_union() {
    auto result = context_.links.read_union(field_, *definition_of_element());
    if (auto *refusal = std::get_if<Refusal>(&result))
      return std::move(*refusal);
    Link &link = std::get<Link>(result);
    const auto is_data = [](const LinkChoice &choice) { return choice.link.kind == Link::Kind::data; };
    const bool has_data = std::ranges::any_of(link.choices, is_data);
    read_.content = has_data ? Content::basic : Content::ignored;
    if (has_data) // the union is sent as the bytes of its largest member
      read_.basic_count = read_.stride_bytes;
    // Bytes alone may be fewer than those of a pointer.
    const bool only_data =
        has_data && !pointer_in(element_, context_.ast) && std::ranges::all_of(link.choices, is_data);
    if (context_.options.autolink && !only_data)
      set_link(std::move(link));
    return std::nullopt;
  }

  void set_link(Link link) {
    link.line = context_.line_of(field_.getLocation());
    read_.link = std::move(link);
  }

  bool is_plain_address() const { return is_address(element_) && handle_type(element_, context_.ast).empty(); }

  /// Returns the definition of the element's record; null if it has none.
  const clang::RecordDecl *definition_of_element() const {
    const clang::RecordDecl *record = element_->getAsRecordDecl();
    return record ? record->getDefinition() : nullptr;
  }

  void remark(const std::string &text) {
    findings_.notices.push_back({clang::DiagnosticIDs::Remark, field_.getLocation(), subject_ + " " + text});
  }

  void add(std::optional<Notice> notice) {
    if (notice)
      findings_.notices.push_back(std::move(*notice));
  }

  ReadingContext &context_;
  Field &read_;
  const clang::FieldDecl &field_;
  const Part &part_;
  const ReadRecord &read_record_;
  Findings &findings_;
  const bool in_view_; // the field belongs to a view
  const std::string subject_;
  const bool out_of_reach_;
  const std::string leave_out_; // the hint how to leave the field out
  const bool comment_helps_;    // a comment after the field could change the decision
  const Mapping *const mapping_;
  clang::QualType element_; // the type of one element, without atomic
};

} // namespace

std::optional<Refusal> read_content(ReadingContext &context, Field &read, const clang::FieldDecl &field,
                                    const Part &part, const std::string &view, const ReadRecord &read_record,
                                    Findings &findings) {
  return ContentRules(context, read, field, part, view, read_record, findings).decide();
}

} // namespace automap
