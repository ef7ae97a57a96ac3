// Field names and fields. See field_lookup.h.
#include "field_lookup.h"

#include "ast/diagnose.h"
#include "ast/element_type.h"
#include "model/nearest_name.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

#include "llvm/ADT/StringSet.h"

#include <algorithm>
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
  IntegerField out;
  if (!set_integer(field->getType(), field->isBitField() ? field : nullptr, out))
    return refuse("is not an integer: it cannot " + purpose);
  for (const Word &word : split_path({path.text}))
    out.path += (out.path.empty() ? "" : ".") + std::string(word.text);
  for (const clang::Decl *step : steps) {
    out.nameable = out.nameable && is_nameable(*step);
    const auto *member = llvm::dyn_cast<clang::FieldDecl>(step);
    if (member && member->getType()->isArrayType())
      return refuse("is in the array '" + member->getNameAsString() + "': a path cannot name one of its elements");
  }
  if (field->isBitField() && !out.nameable)
    return refuse("is a bit-field that generated code cannot name: make it public");
  out.offset_bytes = offset_of(record, steps);
  return out;
}

bool FieldLookup::is_nameable(const clang::Decl &step) {
  const clang::AccessSpecifier access = step.getAccess();
  // A base may be private, and its fields may be hidden.
  return access != clang::AS_private && access != clang::AS_protected && !llvm::isa<clang::CXXRecordDecl>(step);
}

bool FieldLookup::set_integer(clang::QualType type, const clang::FieldDecl *bits, IntegerField &out) const {
  if (!type->isIntegralOrEnumerationType() || context_.getTypeSize(type) > 64)
    return false;
  // Scoped enumerations do not convert to integers implicitly.
  clang::QualType written = context_.getCanonicalType(type).getUnqualifiedType();
  if (const auto *enumeration = written->getAs<clang::EnumType>())
    written = enumeration->getDecl()->getIntegerType().getCanonicalType();
  clang::PrintingPolicy policy = context_.getPrintingPolicy();
  policy.Bool = context_.getLangOpts().CPlusPlus;
  out.type = written.getAsString(policy);
  out.is_bits = bits != nullptr;
  out.width_bits = bits                    ? bits->getBitWidthValue(context_)
                   : type->isBooleanType() ? 1
                                           : static_cast<unsigned>(context_.getTypeSize(type));
  out.is_signed = type->isSignedIntegerOrEnumerationType();
  // Received bytes may not be a value of a bool, or of an enumeration whose enumerators decide its width.
  const auto *enumeration = type->getAs<clang::EnumType>();
  const bool of_enumerators = enumeration && context_.getLangOpts().CPlusPlus && !enumeration->getDecl()->isFixed();
  if (!bits && (of_enumerators || type->isBooleanType())) {
    out.nameable = false;
    if (type->isBooleanType())
      out.type = "unsigned char";
  }
  return true;
}

} // namespace automap
