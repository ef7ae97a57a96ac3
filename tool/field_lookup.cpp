// Field names and fields. See field_lookup.h.
#include "field_lookup.h"

#include "diagnose.h"
#include "element_type.h"
#include "nearest_name.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <optional>

namespace automap {
namespace {

/// Calls visit(step, record) for each anonymous member and base class: their fields are the record's.
template <typename Visit> void each_transparent(const clang::RecordDecl &record, Visit visit) {
  for (const clang::FieldDecl *field : record.fields())
    if (field->isAnonymousStructOrUnion())
      visit(*field, *field->getType()->getAsRecordDecl());
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (!cxx || !cxx->hasDefinition())
    return;
  for (const clang::CXXBaseSpecifier &base : cxx->bases())
    if (const auto *definition = base.getType()->getAsCXXRecordDecl();
        definition && definition->hasDefinition())
      visit(*definition->getDefinition(), *definition->getDefinition());
}

/// "struct point"; what has no tag is called by its typedef, if there is one.
std::string tag_of(const clang::RecordDecl &record) {
  if (const clang::TypedefNameDecl *alias = record.getTypedefNameForAnonDecl())
    return alias->getNameAsString();
  return record.getKindName().str() + " " + (record.getDeclName() ? record.getNameAsString() : "(unnamed)");
}

/// Of its fields and of those that are named as its own.
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

} // namespace

clang::CharSourceRange FieldLookup::part_of(const clang::CharSourceRange &path, const Word &word) {
  if (!path.isCharRange())
    return path;
  const auto begin = path.getBegin().getLocWithOffset(static_cast<int>(word.offset));
  return clang::CharSourceRange::getCharRange(begin,
                                              begin.getLocWithOffset(static_cast<int>(word.text.size())));
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
  std::vector<const clang::Decl *> way;
  each_transparent(record, [&](const clang::Decl &step, const clang::RecordDecl &inner) {
    std::vector<const clang::Decl *> other = find(inner, name, ambiguous);
    if (other.empty())
      return;
    if (ambiguous && !way.empty())
      *ambiguous = true;
    other.insert(other.begin(), &step);
    way = way.empty() ? std::move(other) : way;
  });
  return way;
}

std::set<std::string> FieldLookup::names(const clang::RecordDecl &record) const {
  const std::vector<std::string> names = names_in_order(record);
  return {names.begin(), names.end()};
}

std::string FieldLookup::only_integer(const clang::RecordDecl &record) const {
  std::string only;
  for (const std::string &name : names_in_order(record)) {
    const clang::QualType type = llvm::cast<clang::FieldDecl>(find(record, name).back())->getType();
    if (!type->isIntegerType() || type->isEnumeralType() || type->isBooleanType() ||
        type->isAnyCharacterType() || context_.getTypeSize(type) > 64)
      continue;
    if (!only.empty())
      return "";
    only = name;
  }
  return record.isUnion() ? "" : only;
}

std::string FieldLookup::members_of(const clang::RecordDecl &record) const {
  constexpr std::size_t most = 20;
  const std::vector<std::string> names = names_in_order(record);
  if (names.empty())
    return "it has no members that have a name";
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
                                             std::vector<const clang::Decl *> *way) const {
  const clang::RecordDecl *scope = record.getDefinition();
  const clang::FieldDecl *field = nullptr;
  for (const Word &word : split_path({path.text})) {
    const std::string name(word.text);
    if (!scope) {
      error(context_.getDiagnostics(), path.range.getBegin(),
            "field '" + field->getNameAsString() + "' has no fields that could be named")
          << path.range;
      note(context_.getDiagnostics(), field->getLocation(), "it is declared here") << field->getSourceRange();
      return nullptr;
    }
    bool ambiguous = false;
    const auto steps = find(*scope, name, &ambiguous);
    if (ambiguous) {
      error(context_.getDiagnostics(), path.range.getBegin(),
            "several bases of '" + tag_of(*scope) + "' have a field '" + name + "'")
          << path.range;
      return nullptr;
    }
    if (steps.empty()) {
      report_missing(*scope, name, part_of(path.range, word));
      return nullptr;
    }
    if (way)
      way->insert(way->end(), steps.begin(), steps.end());
    field = llvm::cast<clang::FieldDecl>(steps.back());
    scope = element_type_of(field->getType(), context_)->getAsRecordDecl();
    scope = scope ? scope->getDefinition() : nullptr;
  }
  return field;
}

bool FieldLookup::select(const clang::RecordDecl &record, const std::vector<PlacedName> &fields,
                         FieldSelection &out) const {
  bool all_right = true;
  for (const PlacedName &path : fields) {
    std::vector<const clang::Decl *> way;
    if (!resolve(record, path, &way)) {
      all_right = false;
      continue;
    }
    FieldSelection *place = &out;
    bool twice = false;
    for (const clang::Decl *step : way) {
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
                                     const std::vector<const clang::Decl *> &way) const {
  const clang::RecordDecl *scope = record.getDefinition();
  clang::CharUnits offset;
  for (const clang::Decl *step : way) {
    const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(scope);
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(step)) {
      offset += context_.toCharUnitsFromBits(
          static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex())));
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

std::optional<IntegerField> FieldLookup::integer(const clang::RecordDecl &record, const PlacedName &path,
                                                 const std::string &purpose) const {
  std::vector<const clang::Decl *> way;
  const clang::FieldDecl *field = resolve(record, path, &way);
  if (!field)
    return std::nullopt;
  const auto no = [&](const std::string &why) {
    error(context_.getDiagnostics(), path.range.getBegin(), "field '" + path.text + "' " + why) << path.range;
    note(context_.getDiagnostics(), field->getLocation(), "it is declared here") << field->getSourceRange();
    return std::nullopt;
  };
  if (!field->getType()->isIntegralOrEnumerationType() || context_.getTypeSize(field->getType()) > 64)
    return no("is not an integer: it cannot " + purpose);
  IntegerField out;
  for (const Word &word : split_path({path.text}))
    out.path += (out.path.empty() ? "" : ".") + std::string(word.text);
  // Scoped enumerations do not turn into integers by themselves.
  clang::QualType type = context_.getCanonicalType(field->getType()).getUnqualifiedType();
  if (const auto *enumeration = type->getAs<clang::EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  clang::PrintingPolicy policy = context_.getPrintingPolicy();
  policy.Bool = context_.getLangOpts().CPlusPlus;
  out.type = type.getAsString(policy);
  for (const clang::Decl *step : way) {
    const clang::AccessSpecifier access = step->getAccess();
    // A base may be private, and its fields may be hidden.
    if (access == clang::AS_private || access == clang::AS_protected || llvm::isa<clang::CXXRecordDecl>(step))
      out.nameable = false;
    const auto *member = llvm::dyn_cast<clang::FieldDecl>(step);
    if (member && member->getType()->isArrayType())
      return no("is in the array '" + member->getNameAsString() + "': which element is meant?");
  }
  if (field->isBitField() && !out.nameable)
    return no("is a bit-field that generated code cannot name: make it public");
  out.is_bits = field->isBitField();
  // Received bytes may be no value of a bool, or of an enumeration whose width its enumerators decide.
  const auto *enumeration = field->getType()->getAs<clang::EnumType>();
  const bool of_enumerators =
      enumeration && context_.getLangOpts().CPlusPlus && !enumeration->getDecl()->isFixed();
  if (!out.is_bits && (of_enumerators || field->getType()->isBooleanType())) {
    out.nameable = false;
    if (field->getType()->isBooleanType())
      out.type = "unsigned char";
  }
  out.offset_bytes = offset_of(record, way);
  return out;
}

/// The number that the macro or the enumerator of this name stands for, if no field is called so.
std::optional<std::uint64_t> FieldLookup::constant(const clang::RecordDecl &record,
                                                   llvm::StringRef name) const {
  if (!find(record, name.str()).empty())
    return std::nullopt;
  const clang::IdentifierInfo &identifier = context_.Idents.get(name);
  if (const auto value = macro(identifier))
    return value;
  for (const clang::DeclContext *scope = &record; scope; scope = scope->getParent())
    for (const clang::NamedDecl *found : scope->lookup(&identifier))
      if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(found))
        if (const std::int64_t value = enumerator->getInitVal().getExtValue(); value >= 0)
          return static_cast<std::uint64_t>(value);
  return std::nullopt;
}

/// Of a macro that stands for a number, as it is or in parentheses, or for such a macro.
std::optional<std::uint64_t> FieldLookup::macro(const clang::IdentifierInfo &name) const {
  const clang::IdentifierInfo *called = &name;
  for (int deepest = 100; deepest > 0 && preprocessor_; --deepest) { // macros may stand for each other
    const clang::MacroInfo *info = preprocessor_->getMacroInfo(called);
    if (!info || !info->isObjectLike())
      return std::nullopt;
    llvm::ArrayRef<clang::Token> tokens = info->tokens();
    while (tokens.size() > 2 && tokens.front().is(clang::tok::l_paren) &&
           tokens.back().is(clang::tok::r_paren))
      tokens = tokens.drop_front().drop_back();
    if (tokens.size() != 1)
      return std::nullopt;
    if (tokens.front().is(clang::tok::numeric_constant)) {
      std::int64_t value = 0;
      const std::string text = preprocessor_->getSpelling(tokens.front());
      if (llvm::StringRef(text).rtrim("uUlL").getAsInteger(0, value))
        return std::nullopt;
      return static_cast<std::uint64_t>(value);
    }
    called = tokens.front().getIdentifierInfo();
    if (!called)
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<LinkLength> FieldLookup::length(const clang::RecordDecl &record,
                                              const PlacedName &expression) const {
  const auto parsed = parse_length(expression.text);
  if (const auto *wrong = std::get_if<LengthProblem>(&parsed)) {
    error(context_.getDiagnostics(), part_of(expression.range, {"", wrong->offset}).getBegin(),
          wrong->too_large
              ? "this number is too large for a length"
              : "a length is made of integer fields, numbers, '+', '-', '*', '/' and parentheses")
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
    if (const auto value = constant(record, {word.text.data(), word.text.size()})) {
      step = {Length::Step::Kind::number, *value};
    } else if (auto field = integer(record, {std::string(word.text), part_of(expression.range, word)},
                                    "count elements")) {
      step.value = out.fields.size();
      out.fields.push_back(std::move(*field));
    } else {
      all_right = false;
    }
  }
  if (!all_right)
    return std::nullopt;
  return out;
}

} // namespace automap
