// Field names and fields. See field_lookup.h.
#include "field_lookup.h"

#include "diagnose.h"
#include "element_type.h"
#include "nearest_name.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/StringExtras.h"

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

namespace {

/// Reads sum = product {(+|-) product}, product = factor {(*|/) factor}, factor = number | path | (sum).
class LengthParser {
public:
  explicit LengthParser(llvm::StringRef text) : whole_(text), rest_(text.ltrim()) {}

  /// Where it went wrong; nothing if it did not. Calls visit(word) for each path.
  template <typename Visit> std::optional<std::size_t> parse(Visit visit) {
    sum(visit, 0);
    if (!failed_ && rest_.empty())
      return std::nullopt;
    return static_cast<std::size_t>(rest_.data() - whole_.data());
  }

private:
  static constexpr int deepest = 100; // parentheses

  template <typename Visit> void sum(Visit visit, int depth) {
    factor(visit, depth);
    while (!failed_ && !rest_.empty() && llvm::StringRef("+-*/").contains(rest_.front())) {
      advance(1);
      factor(visit, depth);
    }
  }

  template <typename Visit> void factor(Visit visit, int depth) {
    const llvm::StringRef word = rest_.take_while([](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
    });
    if (!word.empty()) {
      if (!llvm::isDigit(word.front()))
        visit(Word{{word.data(), word.size()}, static_cast<std::size_t>(word.data() - whole_.data())});
      else if (!llvm::all_of(word, llvm::isDigit))
        failed_ = true;
      advance(failed_ ? 0 : word.size());
    } else if (rest_.starts_with("(") && depth < deepest) {
      advance(1);
      sum(visit, depth + 1);
      if (!failed_ && rest_.starts_with(")"))
        advance(1);
      else
        failed_ = true;
    } else {
      failed_ = true;
    }
  }

  void advance(std::size_t count) { rest_ = rest_.drop_front(count).ltrim(); }

  llvm::StringRef whole_, rest_;
  bool failed_ = false;
};

} // namespace

void FieldLookup::check_length(const clang::RecordDecl &record, const PlacedName &expression) const {
  const auto wrong = LengthParser(expression.text).parse([&](const Word &word) {
    const PlacedName path{std::string(word.text), part_of(expression.range, word)};
    const clang::FieldDecl *field = resolve(record, path);
    if (!field || field->getType()->isIntegralOrEnumerationType())
      return;
    error(context_.getDiagnostics(), path.range.getBegin(),
          "field '" + path.text + "' is no integer: it cannot count elements")
        << path.range;
    note(context_.getDiagnostics(), field->getLocation(), "it is declared here") << field->getSourceRange();
  });
  if (wrong)
    error(context_.getDiagnostics(), part_of(expression.range, {"", *wrong}).getBegin(),
          "a length is made of integer fields, numbers, '+', '-', '*', '/' and parentheses")
        << expression.range;
}

} // namespace automap
