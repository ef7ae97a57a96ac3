// Lengths and their fields. See length_lookup.h.
#include "length_lookup.h"

#include "ast/constants.h"
#include "ast/diagnose.h"
#include "ast/element_type.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#include "llvm/Support/MathExtras.h"

#include <functional>
#include <limits>
#include <utility>

namespace automap {
namespace {

using Step = Length::Step;
using Part = Length::Part;

using Number = std::optional<std::int64_t>; // nothing: it is not known, or has more than 64 bits

/// Returns the result of an operator of C. Divisions and shifts of negative numbers have none.
Number apply(clang::tok::TokenKind kind, std::int64_t left, std::int64_t right) {
  std::int64_t out = 0;
  switch (kind) {
  case clang::tok::plus:
    return llvm::AddOverflow(left, right, out) ? std::nullopt : Number(out);
  case clang::tok::minus:
    return llvm::SubOverflow(left, right, out) ? std::nullopt : Number(out);
  case clang::tok::star:
    return llvm::MulOverflow(left, right, out) ? std::nullopt : Number(out);
  case clang::tok::slash:
    return left < 0 || right <= 0 ? std::nullopt : Number(left / right);
  case clang::tok::percent:
    return left < 0 || right <= 0 ? std::nullopt : Number(left % right);
  case clang::tok::lessless:
    return left < 0 || right < 0 || right > 62 || left > std::numeric_limits<std::int64_t>::max() >> right
               ? std::nullopt
               : Number(left << right);
  case clang::tok::greatergreater:
    return left < 0 || right < 0 || right > 62 ? std::nullopt : Number(left >> right);
  default:
    return std::nullopt;
  }
}

/// Evaluates a macro that consists of numbers, names that `named` knows, parentheses, and * / % + - << >>.
class MacroExpression {
public:
  using Named = std::function<Number(const clang::IdentifierInfo &)>;

  MacroExpression(llvm::ArrayRef<clang::Token> tokens, const clang::Preprocessor &preprocessor, Named named)
      : rest_(tokens), preprocessor_(preprocessor), named_(std::move(named)) {}

  Number evaluate() {
    const Number out = evaluate_operation(clang::prec::Shift, 0);
    return rest_.empty() ? out : std::nullopt;
  }

private:
  static constexpr int deepest = 100; // nested parentheses

  /// Evaluates operators of at least the precedence `least`.
  Number evaluate_operation(int least, int depth) {
    Number out = evaluate_operand(depth);
    while (out && !rest_.empty()) {
      const clang::tok::TokenKind kind = rest_.front().getKind();
      const int level = clang::getBinOpPrecedence(kind, true, true);
      if (level < least)
        break;
      rest_ = rest_.drop_front();
      const Number right = evaluate_operation(level + 1, depth);
      out = right ? apply(kind, *out, *right) : std::nullopt;
    }
    return out;
  }

  Number evaluate_operand(int depth) {
    if (rest_.empty() || depth == deepest)
      return std::nullopt;
    const clang::Token token = rest_.front();
    rest_ = rest_.drop_front();
    if (token.is(clang::tok::l_paren)) {
      const Number out = evaluate_operation(clang::prec::Shift, depth + 1);
      if (rest_.empty() || rest_.front().isNot(clang::tok::r_paren))
        return std::nullopt;
      rest_ = rest_.drop_front();
      return out;
    }
    if (token.is(clang::tok::numeric_constant)) {
      std::int64_t out = 0;
      const std::string text = preprocessor_.getSpelling(token);
      return llvm::StringRef(text).rtrim("uUlL").getAsInteger(0, out) ? std::nullopt : Number(out);
    }
    return token.getIdentifierInfo() ? named_(*token.getIdentifierInfo()) : std::nullopt;
  }

  llvm::ArrayRef<clang::Token> rest_;
  const clang::Preprocessor &preprocessor_;
  Named named_;
};

/// Returns the result of a step with two operands.
Number apply(Step::Kind kind, std::int64_t left, std::int64_t right) {
  switch (kind) {
  case Step::Kind::add:
    return apply(clang::tok::plus, left, right);
  case Step::Kind::subtract:
    return apply(clang::tok::minus, left, right);
  case Step::Kind::multiply:
    return apply(clang::tok::star, left, right);
  case Step::Kind::divide:
    return apply(clang::tok::slash, left, right);
  case Step::Kind::less:
    return left < right;
  case Step::Kind::greater:
    return left > right;
  case Step::Kind::at_most:
    return left <= right;
  case Step::Kind::at_least:
    return left >= right;
  case Step::Kind::equal:
    return left == right;
  default:
    return left != right;
  }
}

/// Returns why no fields give a length, to follow its text; null if some may.
const char *why_impossible(const LinkLength &length) {
  using Kind = Step::Kind;
  std::vector<Number> values; // nothing if it depends on a field
  const auto take = [&] {
    const Number out = values.back();
    values.pop_back();
    return out;
  };
  for (const Step &step : length.steps) {
    if (step.kind == Kind::number) {
      values.push_back(static_cast<std::int64_t>(step.value));
    } else if (step.kind == Kind::row) {
      values.push_back(std::nullopt);
    } else if (step.kind == Kind::field) {
      for (const Hop &hop : length.fields[step.value].hops)
        values.resize(values.size() - hop.taken());
      values.push_back(std::nullopt);
    } else if (step.kind == Kind::choose) {
      const Number otherwise = take(), then = take(), condition = take();
      values.push_back(!condition ? std::nullopt : *condition != 0 ? then : otherwise);
    } else {
      const Number right = take(), left = take();
      if (step.kind == Kind::divide && right == 0)
        return "divides by 0";
      values.push_back(left && right ? apply(step.kind, *left, *right) : std::nullopt);
    }
  }
  return values.back() && *values.back() < 0 ? "is negative" : nullptr;
}

} // namespace

/// Reads one length: its operators, its constants and its fields.
class LengthReader {
public:
  LengthReader(const LengthLookup &lookup, const clang::RecordDecl &record, const PlacedName &expression,
               bool has_rows = false)
      : lookup_(lookup), context_(lookup.context_), record_(record), expression_(expression), has_rows_(has_rows) {}

  /// Returns the length. Reports what is wrong with it, and returns nothing.
  std::optional<LinkLength> read(const Length &length) {
    parsed_ = &length;
    if (!append(length.steps))
      return std::nullopt;
    return std::move(out_);
  }

private:
  /// Where a path has led so far.
  struct Place {
    const clang::RecordDecl *record = nullptr; // the record whose member may follow
    const clang::FieldDecl *field = nullptr;   // the last member
    clang::QualType type;                      // of the place, without the arrays that are still to be indexed
    std::vector<std::uint64_t> extents;        // of those arrays
    std::uint64_t field_at =
        0;                   // the offset, in `record_`, of the record whose fields the last member's directives name
    bool is_element = false; // it is no longer a member alone
    bool in_union = false;
  };

  bool append(const std::vector<Step> &steps) {
    bool all_right = true;
    for (const Step &step : steps)
      if (step.kind == Step::Kind::field)
        all_right = append_field(parsed_->fields[step.value]) && all_right;
      else
        out_.steps.push_back(step);
    return all_right;
  }

  bool append_field(const Length::Path &path) {
    const llvm::StringRef name(path.text.text.data(), path.text.text.size());
    if (path.parts.size() == 1) {
      if (has_rows_ && name == row_index) {
        if (!lookup_.fields_.find(record_, name.str()).empty())
          return refuse(path.parts.front().name,
                        "'i' would mean the number of the pointer, and is a field of this struct: "
                        "give the field another name");
        out_.steps.push_back({Step::Kind::row, 0});
        return true;
      }
      if (const auto value = lookup_.find_constant(record_, name)) {
        out_.steps.push_back({Step::Kind::number, *value});
        return true;
      }
      if (lookup_.fields_.find(record_, name.str()).empty() && context_.Idents.get(name).hasMacroDefinition())
        return refuse(path.text, "the macro '" + name.str() +
                                     "' is not a number: it may consist of numbers, names of constants, parentheses, "
                                     "'+', '-', '*', '/', '%', '<<' and '>>'");
    }
    IntegerField field;
    Place place;
    place.record = record_.getDefinition();
    for (const Part &part : path.parts) {
      const bool goes_on = part.kind == Part::Kind::element  ? enter_element(part, place, field)
                           : part.kind == Part::Kind::target ? follow(part, place, field)
                                                             : enter_member(part, place, field);
      if (!goes_on)
        return false;
    }
    return finish(path, place, std::move(field));
  }

  bool enter_member(const Part &part, Place &place, IntegerField &field) {
    if (!place.record || !place.extents.empty()) {
      if (!place.extents.empty())
        return refuse_array(part.name, *place.field);
      return refuse_at_field(part.name, *place.field,
                             "field " + quoted(place.field->getName()) + " has no fields of its own");
    }
    std::vector<const clang::Decl *> steps;
    const clang::FieldDecl *member =
        lookup_.fields_.resolve(*place.record, {std::string(part.name.text), range_of(part.name)}, &steps);
    if (!member)
      return false;
    for (const clang::Decl *step : steps) {
      field.nameable = field.nameable && FieldLookup::is_nameable(*step);
      const auto *one = llvm::dyn_cast<clang::FieldDecl>(step);
      place.in_union = place.in_union || (one && one->getParent()->isUnion());
    }
    const std::uint64_t offset = lookup_.fields_.offset_of(*place.record, steps);
    offset_of(field) += offset;
    place.field_at = offset_of(field) - offset_in_scope(*member);
    field.path += (field.path.empty() ? "" : ".") + std::string(part.name.text);
    place.field = member;
    place.is_element = false;
    enter_type(member->getType(), place);
    return true;
  }

  /// Returns the offset of a field in the record whose fields its directives name.
  std::uint64_t offset_in_scope(const clang::FieldDecl &field) const {
    const clang::RecordDecl &scope = FieldLookup::scope_of(field);
    return lookup_.fields_.offset_of(scope, lookup_.fields_.find(scope, field.getNameAsString()));
  }

  void enter_type(clang::QualType type, Place &place) const {
    place.extents.clear();
    place.type = element_type_of(type, context_, &place.extents);
    place.record = place.type->getAsRecordDecl();
    if (place.record && !place.record->isUnion() && !lookup_.complete_(*place.record, place.record->getLocation()))
      place.record = nullptr;
    if (place.record)
      place.record = place.record->getDefinition();
  }

  bool enter_element(const Part &part, Place &place, IntegerField &field) {
    place.is_element = true;
    if (place.extents.empty())
      return follow_to_element(part, place, field);
    const std::uint64_t extent = place.extents.front();
    std::uint64_t stride = size_of(place.type);
    place.extents.erase(place.extents.begin());
    for (const std::uint64_t inner : place.extents)
      stride *= inner;
    const std::size_t begin = out_.steps.size();
    if (!append(part.index))
      return false;
    if (out_.steps.size() != begin + 1 || out_.steps.back().kind != Step::Kind::number) {
      field.hops.push_back({false, true, extent, stride, 0});
      return true;
    }
    const std::uint64_t index = out_.steps.back().value;
    out_.steps.pop_back();
    if (index >= extent)
      return refuse(part.name,
                    "the array " + quoted(place.field->getName()) + " has only " + plural(extent, "element"));
    offset_of(field) += index * stride;
    field.path += "[" + std::to_string(index) + "]";
    return true;
  }

  /// Follows a pointer to an array, to one of its elements.
  bool follow_to_element(const Part &part, Place &place, IntegerField &field) {
    if (!place.type->isPointerType())
      return refuse_at_field(part.name, *place.field, "field " + quoted(place.field->getName()) + " is not an array");
    return append(part.index) && append_count(part, place, field) && enter_pointee(part, place, field, true);
  }

  /// Follows a pointer to a record, or to the first one of an array, and enters a member of it.
  bool follow(const Part &part, Place &place, IntegerField &field) {
    if (!place.extents.empty())
      return refuse_array(part.name, *place.field);
    if (!place.type->isPointerType() || !place.type->getPointeeType()->isRecordType())
      return refuse_at_field(part.name, *place.field,
                             "field " + quoted(place.field->getName()) + " is not a pointer to a struct");
    const Mapping *mapping = lookup_.annotations_.find(*place.field);
    const bool is_array = mapping && !mapping->length.text.empty();
    if (is_array) {
      out_.steps.push_back({Step::Kind::number, 0});
      if (!append_count(part, place, field))
        return false;
    } else if (lookup_.ignores_pointers_) {
      return refuse_at_field(part.name, *place.field,
                             "a length cannot use what field " + quoted(place.field->getName()) +
                                 " leads to, which '--ignore-pointers' leaves out");
    } else if (mapping && (mapping->describes_target() || mapping->ignored || mapping->bytes)) {
      return refuse_at_field(part.name, *place.field,
                             "a length cannot use what field " + quoted(place.field->getName()) +
                                 " leads to, because of its directives");
    }
    return enter_pointee(part, place, field, is_array) && enter_member(part, place, field);
  }

  bool enter_pointee(const Part &part, Place &place, IntegerField &field, bool is_indexed) {
    const auto follows = [](const Hop &hop) { return hop.follows; };
    if (in_count_ || std::ranges::any_of(field.hops, follows))
      return refuse(part.name, in_count_ ? "the number of elements of an array that a length uses must be known "
                                           "without what pointers lead to"
                                         : "a length may follow only one pointer after the other's struct");
    if (place.in_union)
      return refuse_at_field(part.name, *place.field,
                             "a length cannot follow field " + quoted(place.field->getName()) +
                                 ", which is in a union");
    enter_type(place.type->getPointeeType(), place);
    if (place.type->isIncompleteType())
      return refuse_at_field(part.name, *place.field,
                             "what field " + quoted(place.field->getName()) + " leads to is not defined here");
    std::uint64_t stride = size_of(place.type);
    for (const std::uint64_t extent : place.extents)
      stride *= extent;
    field.hops.push_back({true, is_indexed, 1, stride, 0});
    return true;
  }

  /// Appends the number of elements of the array that the pointer at `place` leads to.
  bool append_count(const Part &part, const Place &place, const IntegerField &path) {
    if (!path.hops.empty())
      return refuse(part.name, "a length may follow only one pointer, or use elements of one array");
    const Mapping *mapping = lookup_.annotations_.find(*place.field);
    if (!mapping || mapping->length.text.empty() || !mapping->choices.empty() || mapping->ignored)
      return refuse_at_field(part.name, *place.field,
                             "a length can use elements of field " + quoted(place.field->getName()) +
                                 " only if that has a length, too");
    const auto lengths = parse_lengths(mapping->length.text);
    if (std::holds_alternative<LengthProblem>(lengths)) // reported where it stands
      return false;
    LengthReader reader(lookup_, FieldLookup::scope_of(*place.field), mapping->length);
    reader.in_count_ = true;
    auto count = reader.read(std::get<std::vector<Length>>(lengths).front());
    if (!count)
      return false;
    const bool is_own = &FieldLookup::scope_of(*place.field) == record_.getDefinition();
    for (Step step : count->steps) {
      if (step.kind == Step::Kind::field) {
        IntegerField &field = count->fields[step.value];
        if (!is_own && field.is_bits)
          return refuse(part.name, "a bit-field of another struct cannot be read");
        field.nameable = field.nameable && is_own;
        field.offset_bytes += place.field_at;
        step.value = out_.fields.size();
        out_.fields.push_back(field);
      }
      out_.steps.push_back(step);
    }
    return true;
  }

  bool finish(const Length::Path &path, const Place &place, IntegerField field) {
    if (!place.extents.empty())
      return refuse_array(path.text, *place.field);
    const clang::FieldDecl *bits = !place.is_element && place.field->isBitField() ? place.field : nullptr;
    const bool was_nameable = field.nameable;
    if (!lookup_.fields_.set_integer(place.type, bits, field))
      return refuse_at_field(path.text, *place.field,
                             "field " + quoted(path.text.text) + " is not an integer: it cannot count elements");
    if (bits && (!was_nameable || !field.hops.empty()))
      return refuse_at_field(
          path.text, *place.field,
          "field " + quoted(path.text.text) + " is a bit-field that generated code cannot name: " +
              (field.hops.empty() ? "make it public" : "only those of the struct itself have a name there"));
    if (!field.hops.empty())
      field.path = path.text.text;
    out_.steps.push_back({Step::Kind::field, out_.fields.size()});
    out_.fields.push_back(std::move(field));
    return true;
  }

  /// Returns the offset to which the next member is to be added.
  static std::uint64_t &offset_of(IntegerField &field) {
    return field.hops.empty() ? field.offset_bytes : field.hops.back().offset_bytes;
  }

  std::uint64_t size_of(clang::QualType type) const {
    return static_cast<std::uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
  }

  clang::CharSourceRange range_of(const Word &word) const { return FieldLookup::part_of(expression_.range, word); }

  bool refuse(const Word &word, const std::string &why) const {
    const clang::CharSourceRange range = range_of(word);
    error(context_.getDiagnostics(), range.getBegin(), why) << range;
    return false;
  }

  bool refuse_at_field(const Word &word, const clang::FieldDecl &field, const std::string &why) const {
    refuse(word, why);
    note(context_.getDiagnostics(), field.getLocation(), "it is declared here") << field.getSourceRange();
    return false;
  }

  bool refuse_array(const Word &word, const clang::FieldDecl &array) const {
    const std::string name = array.getNameAsString();
    return refuse_at_field(word, array,
                           "field '" + name + "' is an array: name one of its elements, '" + name + "[0]'");
  }

  static constexpr llvm::StringLiteral row_index = "i";

  const LengthLookup &lookup_;
  const clang::ASTContext &context_;
  const clang::RecordDecl &record_;
  const PlacedName &expression_;
  const bool has_rows_;
  bool in_count_ = false; // whether this is the number of elements of an array that another length uses
  const Length *parsed_ = nullptr;
  LinkLength out_;
};

/// Returns the constant that a name stands for, unless a field has that name.
std::optional<std::uint64_t> LengthLookup::find_constant(const clang::RecordDecl &record, llvm::StringRef name) const {
  if (!fields_.find(record, name.str()).empty())
    return std::nullopt;
  constexpr int deepest = 100; // macros may name each other
  const auto value = value_of(record, context_.Idents.get(name), deepest);
  return value && *value >= 0 ? std::optional<std::uint64_t>(*value) : std::nullopt;
}

/// Returns the value of a macro, an enumerator, a constant variable or a template argument.
std::optional<std::int64_t> LengthLookup::value_of(const clang::RecordDecl &record, const clang::IdentifierInfo &name,
                                                   int depth) const {
  if (const clang::MacroInfo *info = preprocessor_.getMacroInfo(&name)) {
    if (depth == 0 || !info->isObjectLike())
      return std::nullopt;
    return MacroExpression(info->tokens(), preprocessor_,
                           [&](const clang::IdentifierInfo &inner) { return value_of(record, inner, depth - 1); })
        .evaluate();
  }
  return automap::find_constant(record, name);
}

std::optional<LengthLookup::Pair> LengthLookup::find_pair(const clang::RecordDecl &record,
                                                          llvm::StringRef length) const {
  const auto parsed = parse_lengths({length.data(), length.size()});
  const auto *lengths = std::get_if<std::vector<Length>>(&parsed);
  if (!lengths || lengths->size() != 1 || lengths->front().steps.size() != 3 ||
      lengths->front().steps.back().kind != Step::Kind::subtract || lengths->front().fields.size() != 2)
    return std::nullopt;
  const auto pointer = [&](const Length::Path &path) -> const clang::FieldDecl * {
    const auto steps = fields_.find(record, std::string(path.text.text));
    const auto *field = steps.empty() ? nullptr : llvm::dyn_cast<clang::FieldDecl>(steps.back());
    return field && element_type_of(field->getType(), context_)->isPointerType() ? field : nullptr;
  };
  const Pair out = {pointer(lengths->front().fields[0]), pointer(lengths->front().fields[1])};
  return out.end && out.begin && out.end != out.begin ? std::optional(out) : std::nullopt;
}

std::optional<std::vector<LinkLength>> LengthLookup::resolve(const clang::RecordDecl &record,
                                                             const PlacedName &expression) const {
  const auto parsed = parse_lengths(expression.text);
  if (const auto *wrong = std::get_if<LengthProblem>(&parsed)) {
    error(context_.getDiagnostics(), FieldLookup::part_of(expression.range, {"", wrong->offset}).getBegin(),
          wrong->too_large ? "this number is too large for a length"
                           : "a length may consist of integer fields, elements of arrays, numbers, names of "
                             "constants, '+', '-', '*', '/', comparisons, '?', ':' and parentheses")
        << expression.range;
    return std::nullopt;
  }
  constexpr std::size_t most = 2;
  if (std::get<std::vector<Length>>(parsed).size() > most) {
    error(context_.getDiagnostics(), expression.range.getBegin(),
          "there may be one length, or two: of an array of pointers, and of what each of them leads to")
        << expression.range;
    return std::nullopt;
  }
  std::vector<LinkLength> out;
  for (const Length &length : std::get<std::vector<Length>>(parsed)) {
    auto read = LengthReader(*this, record, expression, !out.empty()).read(length);
    if (!read)
      return std::nullopt;
    read->text = length.text.text;
    if (const char *why = why_impossible(*read)) {
      error(context_.getDiagnostics(), expression.range.getBegin(), "the length " + quoted(expression.text) + " " + why)
          << expression.range;
      return std::nullopt;
    }
    read->of_row = !out.empty();
    out.push_back(std::move(*read));
  }
  return out;
}

} // namespace automap
