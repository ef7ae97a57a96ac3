// Field names and fields. See field_lookup.h.
#include "field_lookup.h"

#include "diagnose.h"
#include "element_type.h"
#include "nearest_name.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/StringExtras.h"

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

/// Where a word of a path stands; the whole path, where only that is known.
clang::CharSourceRange part_of(const clang::CharSourceRange &path, const Word &word) {
  if (!path.isCharRange())
    return path;
  const auto begin = path.getBegin().getLocWithOffset(static_cast<int>(word.offset));
  return clang::CharSourceRange::getCharRange(begin,
                                              begin.getLocWithOffset(static_cast<int>(word.text.size())));
}

std::string tag_of(const clang::RecordDecl &record) {
  return record.getKindName().str() + " " + (record.getDeclName() ? record.getNameAsString() : "(unnamed)");
}

} // namespace

const FieldSelection *FieldSelection::find(const clang::Decl &part) const {
  const auto found = parts.find(&part);
  return found == parts.end() ? nullptr : &found->second;
}

std::vector<const clang::Decl *> FieldLookup::find(const clang::RecordDecl &record,
                                                   const std::string &name) const {
  for (const clang::FieldDecl *field : record.fields())
    if (field->getDeclName() && field->getNameAsString() == name)
      return {field};
  std::vector<const clang::Decl *> way;
  each_transparent(record, [&](const clang::Decl &step, const clang::RecordDecl &inner) {
    if (!way.empty())
      return;
    way = find(inner, name);
    if (!way.empty())
      way.insert(way.begin(), &step);
  });
  return way;
}

std::set<std::string> FieldLookup::names(const clang::RecordDecl &record) const {
  std::set<std::string> out;
  for (const clang::FieldDecl *field : record.fields())
    if (field->getDeclName())
      out.insert(field->getNameAsString());
  each_transparent(record,
                   [&](const clang::Decl &, const clang::RecordDecl &inner) { out.merge(names(inner)); });
  return out;
}

void FieldLookup::report_missing(const clang::RecordDecl &record, const std::string &name,
                                 clang::CharSourceRange place) const {
  const std::string nearest = nearest_name(name, names(record));
  {
    auto missing = error(context_.getDiagnostics(), place.getBegin(),
                         "'" + tag_of(record) + "' has no field '" + name + "'" +
                             (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    if (!nearest.empty() && place.isCharRange())
      missing << clang::FixItHint::CreateReplacement(place, nearest);
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
    const auto steps = find(*scope, name);
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

void FieldLookup::check_length(const clang::RecordDecl &record, const PlacedName &expression) const {
  llvm::StringRef rest = expression.text;
  while (!rest.empty()) {
    const auto is_name = [](char c) {
      return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    };
    const llvm::StringRef name = rest.take_while([&](char c) { return is_name(c) || c == '.'; });
    rest = rest.drop_front(name.empty() ? 1 : name.size());
    if (name.empty() || llvm::isDigit(name.front()))
      continue;
    const Word word{{name.data(), name.size()},
                    static_cast<std::size_t>(name.data() - expression.text.data())};
    const clang::FieldDecl *field = resolve(record, {name.str(), part_of(expression.range, word)});
    if (!field || field->getType()->isIntegralOrEnumerationType())
      continue;
    error(context_.getDiagnostics(), expression.range.getBegin(),
          "field '" + name.str() + "' is no integer: it cannot count elements")
        << expression.range;
    note(context_.getDiagnostics(), field->getLocation(), "it is declared here") << field->getSourceRange();
  }
}

} // namespace automap
