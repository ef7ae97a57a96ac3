// Field names and fields. See field_lookup.h.
#include "field_lookup.h"

#include "ast/diagnose.h"
#include "ast/element_type.h"
#include "model/nearest_name.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace automap {
namespace {

/// Calls visit(step, record) for each anonymous member and base class, whose fields are fields of the record, too.
template <typename Visit> void each_transparent(const clang::RecordDecl &record, Visit visit) {
  for (const clang::FieldDecl *field : record.fields())
    if (field->isAnonymousStructOrUnion())
      visit(*field, *field->getType()->getAsRecordDecl());
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (!cxx || !cxx->hasDefinition())
    return;
  for (const clang::CXXBaseSpecifier &base : cxx->bases())
    if (const auto *definition = base.getType()->getAsCXXRecordDecl(); definition && definition->hasDefinition())
      visit(*definition->getDefinition(), *definition->getDefinition());
}

/// Returns "struct point", or the typedef of a record without a tag.
std::string tag_of(const clang::RecordDecl &record) {
  if (const clang::TypedefNameDecl *alias = record.getTypedefNameForAnonDecl())
    return alias->getNameAsString();
  return record.getKindName().str() + " " + (record.getDeclName() ? record.getNameAsString() : "(unnamed)");
}

/// Returns the names of the record's fields, those of anonymous members and bases included.
std::vector<std::string> names_in_order(const clang::RecordDecl &record) {
  std::vector<std::string> out;
  for (const clang::FieldDecl *field : record.fields())
    if (field->getDeclName())
      out.push_back(field->getNameAsString());
  each_transparent(record, [&](const clang::Decl &, const clang::RecordDecl &inner) {
    const std::vector<std::string> others = names_in_order(inner);
    out.insert(out.end(), others.begin(), others.end());
  });
  return out;
}

/// Returns the value if it fits into 64 bits.
std::optional<std::int64_t> number_of(const llvm::APSInt &value) {
  return value.isRepresentableByInt64() ? std::optional(value.getExtValue()) : std::nullopt;
}

/// Returns the value of an enumerator, or of a variable that may be used in constant expressions.
std::optional<std::int64_t> declared_value(const clang::NamedDecl &name) {
  if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(&name))
    return number_of(enumerator->getInitVal());
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(&name);
  if (!variable || !variable->getType()->isIntegralOrEnumerationType() || !variable->getAnyInitializer() ||
      !variable->isUsableInConstantExpressions(variable->getASTContext()))
    return std::nullopt;
  const clang::APValue *value = variable->evaluateValue();
  return value && value->isInt() ? number_of(value->getInt()) : std::nullopt;
}

/// Returns the argument of `instance` for the template parameter of this name.
std::optional<std::int64_t> argument_value(const clang::ClassTemplateSpecializationDecl &instance,
                                           const clang::IdentifierInfo &name) {
  const auto of = instance.getSpecializedTemplateOrPartial();
  const auto *partial = of.dyn_cast<clang::ClassTemplatePartialSpecializationDecl *>();
  const clang::TemplateParameterList &parameters =
      partial ? *partial->getTemplateParameters() : *instance.getSpecializedTemplate()->getTemplateParameters();
  const clang::TemplateArgumentList &arguments =
      partial ? instance.getTemplateInstantiationArgs() : instance.getTemplateArgs();
  for (unsigned i = 0; i < parameters.size() && i < arguments.size(); ++i)
    if (parameters.getParam(i)->getIdentifier() == &name && arguments[i].getKind() == clang::TemplateArgument::Integral)
      return number_of(arguments[i].getAsIntegral());
  return std::nullopt;
}

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

/// Returns why no fields give a length, to follow its text; null if some may.
const char *why_impossible(const std::vector<Length::Step> &steps) {
  using Kind = Length::Step::Kind;
  const auto sign = [](Kind kind) {
    return kind == Kind::add        ? clang::tok::plus
           : kind == Kind::subtract ? clang::tok::minus
           : kind == Kind::multiply ? clang::tok::star
                                    : clang::tok::slash;
  };
  std::vector<Number> values; // nothing if it depends on a field
  for (const Length::Step &step : steps) {
    if (step.kind == Kind::number || step.kind == Kind::field) {
      values.push_back(step.kind == Kind::number ? Number(static_cast<std::int64_t>(step.value)) : std::nullopt);
      continue;
    }
    const Number right = values.back();
    values.pop_back();
    Number &left = values.back();
    if (step.kind == Kind::divide && right == 0)
      return "divides by 0";
    left = left && right ? apply(sign(step.kind), *left, *right) : std::nullopt;
  }
  return values.back() && *values.back() < 0 ? "is negative" : nullptr;
}

} // namespace

clang::CharSourceRange FieldLookup::part_of(const clang::CharSourceRange &path, const Word &word) {
  if (!path.isCharRange())
    return path;
  const auto begin = path.getBegin().getLocWithOffset(static_cast<int>(word.offset));
  return clang::CharSourceRange::getCharRange(begin, begin.getLocWithOffset(static_cast<int>(word.text.size())));
}

const clang::RecordDecl &FieldLookup::scope_of(const clang::FieldDecl &field) {
  const clang::RecordDecl *scope = field.getParent();
  while (scope->isAnonymousStructOrUnion())
    scope = llvm::cast<clang::RecordDecl>(scope->getDeclContext());
  return *scope;
}

const FieldSelection *FieldSelection::find(const clang::Decl &part) const {
  const auto found = parts.find(&part);
  return found == parts.end() ? nullptr : &found->second;
}

std::vector<const clang::Decl *> FieldLookup::find(const clang::RecordDecl &record, const std::string &name,
                                                   bool *ambiguous) const {
  for (const clang::FieldDecl *field : record.fields())
    if (field->getDeclName() && field->getNameAsString() == name)
      return {field};
  std::vector<const clang::Decl *> steps;
  each_transparent(record, [&](const clang::Decl &step, const clang::RecordDecl &inner) {
    std::vector<const clang::Decl *> other = find(inner, name, ambiguous);
    if (other.empty())
      return;
    if (ambiguous && !steps.empty())
      *ambiguous = true;
    other.insert(other.begin(), &step);
    steps = steps.empty() ? std::move(other) : steps;
  });
  return steps;
}

const clang::RecordDecl *FieldLookup::unnamed_union(const clang::RecordDecl &record, const std::string &member) const {
  const clang::RecordDecl *out = nullptr;
  for (const clang::Decl *step : find(record, member))
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(step); field && field->isAnonymousStructOrUnion())
      if (const auto *inner = field->getType()->getAsRecordDecl(); inner->isUnion())
        out = inner;
  return out;
}

std::set<std::string> FieldLookup::names(const clang::RecordDecl &record) const {
  const std::vector<std::string> names = names_in_order(record);
  return {names.begin(), names.end()};
}

std::vector<std::string> FieldLookup::integers(const clang::RecordDecl &record) const {
  std::vector<std::string> out;
  for (const std::string &name : names_in_order(record)) {
    const clang::QualType type = llvm::cast<clang::FieldDecl>(find(record, name).back())->getType();
    if (type->isIntegerType() && !type->isEnumeralType() && !type->isBooleanType() && !type->isAnyCharacterType() &&
        context_.getTypeSize(type) <= 64)
      out.push_back(name);
  }
  return out;
}

std::string FieldLookup::only_integer(const clang::RecordDecl &record) const {
  const std::vector<std::string> all = integers(record);
  return all.size() == 1 && !record.isUnion() ? all.front() : "";
}

std::string FieldLookup::count_of(const clang::RecordDecl &record, llvm::StringRef things) const {
  static const llvm::StringSet<> counts = {"n", "nr", "num", "number", "count", "cnt", "size", "len", "length"};
  const bool is_plural = things.ends_with("s") && !things.ends_with("ss");
  const std::string thing = things.drop_back(is_plural ? 1 : 0).lower();
  std::vector<std::string> found;
  for (const std::string &name : integers(record)) {
    std::string rest = llvm::StringRef(name).lower();
    const auto at = rest.find(thing);
    if (at != std::string::npos) {
      const bool of_several = llvm::StringRef(rest).substr(at + thing.size()).starts_with("s");
      rest.erase(at, thing.size() + (of_several ? 1 : 0));
    }
    if ((at != std::string::npos || is_plural) && counts.contains(llvm::StringRef(rest).trim('_')))
      found.push_back(name);
  }
  return found.size() == 1 && !record.isUnion() ? found.front() : "";
}

std::string FieldLookup::members_of(const clang::RecordDecl &record) const {
  constexpr std::size_t most = 20;
  const std::vector<std::string> names = names_in_order(record);
  if (names.empty())
    return "it has no named members";
  std::string text = names.size() == 1 ? "its member is" : "its members are";
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? " '" : i + 1 == names.size() ? " and '" : ", '") + names[i] + "'";
  return text + (names.size() > most ? " and others" : "");
}

void FieldLookup::report_missing(const clang::RecordDecl &record, const std::string &name,
                                 clang::CharSourceRange place) const {
  const std::vector<std::string> nearest = nearest_names(name, names(record));
  {
    auto missing = error(context_.getDiagnostics(), place.getBegin(),
                         "'" + tag_of(record) + "' has no field '" + name + "'" + did_you_mean(nearest));
    if (nearest.size() == 1 && place.isCharRange())
      missing << clang::FixItHint::CreateReplacement(place, nearest.front());
    else
      missing << place;
  }
  note(context_.getDiagnostics(), record.getLocation(), "'" + tag_of(record) + "' is declared here");
}

const clang::FieldDecl *FieldLookup::resolve(const clang::RecordDecl &record, const PlacedName &path,
                                             std::vector<const clang::Decl *> *steps) const {
  const clang::RecordDecl *scope = record.getDefinition();
  const clang::FieldDecl *field = nullptr;
  for (const Word &word : split_path({path.text})) {
    const std::string name(word.text);
    if (!scope) {
      error(context_.getDiagnostics(), path.range.getBegin(),
            "field '" + field->getNameAsString() + "' has no fields of its own")
          << path.range;
      note(context_.getDiagnostics(), field->getLocation(), "it is declared here") << field->getSourceRange();
      return nullptr;
    }
    bool ambiguous = false;
    const auto found = find(*scope, name, &ambiguous);
    if (ambiguous) {
      error(context_.getDiagnostics(), path.range.getBegin(),
            "several bases of '" + tag_of(*scope) + "' have a field '" + name + "'")
          << path.range;
      return nullptr;
    }
    if (found.empty()) {
      report_missing(*scope, name, part_of(path.range, word));
      return nullptr;
    }
    if (steps)
      steps->insert(steps->end(), found.begin(), found.end());
    field = llvm::cast<clang::FieldDecl>(found.back());
    scope = element_type_of(field->getType(), context_)->getAsRecordDecl();
    scope = scope ? scope->getDefinition() : nullptr;
  }
  return field;
}

bool FieldLookup::select(const clang::RecordDecl &record, const std::vector<PlacedName> &fields,
                         FieldSelection &out) const {
  bool all_right = true;
  for (const PlacedName &path : fields) {
    std::vector<const clang::Decl *> steps;
    if (!resolve(record, path, &steps)) {
      all_right = false;
      continue;
    }
    FieldSelection *place = &out;
    bool twice = false;
    for (const clang::Decl *step : steps) {
      place = &place->parts[step];
      twice = twice || place->named;
    }
    if (twice || !place->parts.empty()) {
      error(context_.getDiagnostics(), path.range.getBegin(), "field '" + path.text + "' is selected twice")
          << path.range;
      all_right = false;
    }
    place->named = true;
  }
  return all_right;
}

std::uint64_t FieldLookup::offset_of(const clang::RecordDecl &record,
                                     const std::vector<const clang::Decl *> &steps) const {
  const clang::RecordDecl *scope = record.getDefinition();
  clang::CharUnits offset;
  for (const clang::Decl *step : steps) {
    const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(scope);
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(step)) {
      offset += context_.toCharUnitsFromBits(static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex())));
      scope = element_type_of(field->getType(), context_)->getAsRecordDecl();
      scope = scope ? scope->getDefinition() : nullptr;
    } else {
      const auto *base = llvm::cast<clang::CXXRecordDecl>(step);
      offset += layout.getBaseClassOffset(base);
      scope = base;
    }
  }
  return static_cast<std::uint64_t>(offset.getQuantity());
}

std::optional<IntegerField> FieldLookup::resolve_integer(const clang::RecordDecl &record, const PlacedName &path,
                                                         const std::string &purpose) const {
  std::vector<const clang::Decl *> steps;
  const clang::FieldDecl *field = resolve(record, path, &steps);
  if (!field)
    return std::nullopt;
  const auto refuse = [&](const std::string &why) {
    error(context_.getDiagnostics(), path.range.getBegin(), "field '" + path.text + "' " + why) << path.range;
    note(context_.getDiagnostics(), field->getLocation(), "it is declared here") << field->getSourceRange();
    return std::nullopt;
  };
  if (!field->getType()->isIntegralOrEnumerationType() || context_.getTypeSize(field->getType()) > 64)
    return refuse("is not an integer: it cannot " + purpose);
  IntegerField out;
  for (const Word &word : split_path({path.text}))
    out.path += (out.path.empty() ? "" : ".") + std::string(word.text);
  // Scoped enumerations do not convert to integers implicitly.
  clang::QualType type = context_.getCanonicalType(field->getType()).getUnqualifiedType();
  if (const auto *enumeration = type->getAs<clang::EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  clang::PrintingPolicy policy = context_.getPrintingPolicy();
  policy.Bool = context_.getLangOpts().CPlusPlus;
  out.type = type.getAsString(policy);
  for (const clang::Decl *step : steps) {
    const clang::AccessSpecifier access = step->getAccess();
    // A base may be private, and its fields may be hidden.
    if (access == clang::AS_private || access == clang::AS_protected || llvm::isa<clang::CXXRecordDecl>(step))
      out.nameable = false;
    const auto *member = llvm::dyn_cast<clang::FieldDecl>(step);
    if (member && member->getType()->isArrayType())
      return refuse("is in the array '" + member->getNameAsString() + "': a path cannot name one of its elements");
  }
  if (field->isBitField() && !out.nameable)
    return refuse("is a bit-field that generated code cannot name: make it public");
  out.is_bits = field->isBitField();
  out.width_bits = field->isBitField()                 ? field->getBitWidthValue(context_)
                   : field->getType()->isBooleanType() ? 1
                                                       : static_cast<unsigned>(context_.getTypeSize(field->getType()));
  out.is_signed = field->getType()->isSignedIntegerOrEnumerationType();
  // Received bytes may not be a value of a bool, or of an enumeration whose enumerators decide its width.
  const auto *enumeration = field->getType()->getAs<clang::EnumType>();
  const bool of_enumerators = enumeration && context_.getLangOpts().CPlusPlus && !enumeration->getDecl()->isFixed();
  if (!out.is_bits && (of_enumerators || field->getType()->isBooleanType())) {
    out.nameable = false;
    if (field->getType()->isBooleanType())
      out.type = "unsigned char";
  }
  out.offset_bytes = offset_of(record, steps);
  return out;
}

/// Returns the constant that a name stands for, unless a field has that name.
std::optional<std::uint64_t> FieldLookup::find_constant(const clang::RecordDecl &record, llvm::StringRef name) const {
  if (!find(record, name.str()).empty())
    return std::nullopt;
  constexpr int deepest = 100; // macros may name each other
  const auto value = value_of(record, context_.Idents.get(name), deepest);
  return value && *value >= 0 ? std::optional<std::uint64_t>(*value) : std::nullopt;
}

/// Returns the value of a macro, an enumerator, a constant variable or a template argument.
std::optional<std::int64_t> FieldLookup::value_of(const clang::RecordDecl &record, const clang::IdentifierInfo &name,
                                                  int depth) const {
  if (const clang::MacroInfo *info = preprocessor_ ? preprocessor_->getMacroInfo(&name) : nullptr) {
    if (depth == 0 || !info->isObjectLike())
      return std::nullopt;
    return MacroExpression(info->tokens(), *preprocessor_,
                           [&](const clang::IdentifierInfo &inner) { return value_of(record, inner, depth - 1); })
        .evaluate();
  }
  for (const clang::DeclContext *scope = &record; scope; scope = scope->getParent()) {
    for (const clang::NamedDecl *found : scope->lookup(&name))
      if (const auto value = declared_value(*found))
        return value;
    if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(scope))
      if (const auto value = argument_value(*instance, name))
        return value;
  }
  return std::nullopt;
}

std::optional<LinkLength> FieldLookup::resolve_length(const clang::RecordDecl &record,
                                                      const PlacedName &expression) const {
  const auto parsed = parse_length(expression.text);
  if (const auto *wrong = std::get_if<LengthProblem>(&parsed)) {
    error(context_.getDiagnostics(), part_of(expression.range, {"", wrong->offset}).getBegin(),
          wrong->too_large ? "this number is too large for a length"
                           : "a length may consist of integer fields, numbers, names of constants, '+', '-', "
                             "'*', '/' and parentheses")
        << expression.range;
    return std::nullopt;
  }
  const Length &length = std::get<Length>(parsed);
  LinkLength out{expression.text, length.steps, {}};
  bool all_right = true;
  for (Length::Step &step : out.steps) {
    if (step.kind != Length::Step::Kind::field)
      continue;
    const Word &word = length.fields[step.value];
    const llvm::StringRef name(word.text.data(), word.text.size());
    if (const auto value = find_constant(record, name)) {
      step = {Length::Step::Kind::number, *value};
    } else if (find(record, name.str()).empty() && context_.Idents.get(name).hasMacroDefinition()) {
      error(context_.getDiagnostics(), part_of(expression.range, word).getBegin(),
            "the macro '" + name.str() +
                "' is not a number: it may consist of numbers, names of constants, parentheses, '+', '-', '*', "
                "'/', '%', '<<' and '>>'")
          << expression.range;
      all_right = false;
    } else if (auto field = resolve_integer(record, {std::string(word.text), part_of(expression.range, word)},
                                            "count elements")) {
      step.value = out.fields.size();
      out.fields.push_back(std::move(*field));
    } else {
      all_right = false;
    }
  }
  if (!all_right)
    return std::nullopt;
  if (const char *why = why_impossible(out.steps)) {
    error(context_.getDiagnostics(), expression.range.getBegin(), "the length " + quoted(expression.text) + " " + why)
        << expression.range;
    return std::nullopt;
  }
  return out;
}

} // namespace automap
