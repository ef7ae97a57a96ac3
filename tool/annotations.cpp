// Directives and the declarations they mean. See annotations.h.
#include "annotations.h"

#include "diagnose.h"
#include "file_tokens.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <optional>

namespace automap {
namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string quoted(Directive directive) { return quoted(spelling(directive)); }

void report(const DirectiveProblem &problem, clang::SourceRange comment,
            clang::DiagnosticsEngine &diagnostics) {
  using Kind = DirectiveProblem::Kind;
  const auto begin = comment.getBegin().getLocWithOffset(static_cast<int>(problem.offset));
  const auto end = begin.getLocWithOffset(static_cast<int>(problem.length));
  const auto range = clang::CharSourceRange::getCharRange(begin, end);
  const auto replacement = [&] {
    return clang::FixItHint::CreateReplacement(range,
                                               llvm::StringRef(problem.meant.data(), problem.meant.size()));
  };
  switch (problem.kind) {
  case Kind::unknown:
    if (problem.meant.empty())
      error(diagnostics, begin, "unknown automap directive") << range;
    else
      error(diagnostics, begin, "unknown automap directive; did you mean " + quoted(problem.meant) + "?")
          << replacement();
    break;
  case Kind::missing_tilde:
    warning(diagnostics, comment.getBegin(),
            "this comment is not a directive: write '/*~ " + std::string(problem.meant) + " */'")
        << clang::FixItHint::CreateReplacement(comment, "/*~ " + std::string(problem.meant) + " */");
    break;
  case Kind::extra_text:
    error(diagnostics, begin, "unexpected text after " + quoted(problem.meant))
        << clang::FixItHint::CreateRemoval(range);
    break;
  }
}

/// What a comment tells to do, be it with a mistake that leaves no doubt.
std::optional<Directive> directive_of(const CommentMeaning &meaning) {
  if (const auto *directive = std::get_if<Directive>(&meaning))
    return *directive;
  const auto *problem = std::get_if<DirectiveProblem>(&meaning);
  if (problem && problem->kind == DirectiveProblem::Kind::extra_text)
    return directive_called(problem->meant);
  return std::nullopt;
}

} // namespace

bool DirectiveCollector::HandleComment(clang::Preprocessor &preprocessor, clang::SourceRange comment) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  bool invalid = false;
  const char *text = sources.getCharacterData(comment.getBegin(), &invalid);
  if (invalid)
    return false;
  const auto length = sources.getFileOffset(comment.getEnd()) - sources.getFileOffset(comment.getBegin());
  const CommentMeaning meaning = parse_comment({text, length});
  clang::DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();

  if (const auto *problem = std::get_if<DirectiveProblem>(&meaning))
    report(*problem, comment, diagnostics);
  const auto directive = directive_of(meaning);
  if (!directive)
    return false;
  switch (*directive) {
  case Directive::begin:
    if (open_.isValid()) {
      error(diagnostics, comment.getBegin(), "'AutoMap_Begin' inside 'AutoMap_Begin'") << comment;
      note(diagnostics, open_.getBegin(), "the first one is here; 'AutoMap_End' must come between") << open_;
    }
    open_ = comment;
    break;
  case Directive::end:
    if (open_.isInvalid())
      error(diagnostics, comment.getBegin(), "'AutoMap_End' without 'AutoMap_Begin'") << comment;
    else if (sources.getFileID(open_.getBegin()) != sources.getFileID(comment.getBegin())) {
      error(diagnostics, comment.getBegin(), "'AutoMap_End' stands in another file than its 'AutoMap_Begin'")
          << comment;
      note(diagnostics, open_.getBegin(), "'AutoMap_Begin' is here") << open_;
    }
    open_ = {};
    break;
  case Directive::tp_used:
  case Directive::ignore:
    attached_.push_back({*directive, comment, open_.isValid()});
    break;
  }
  return false;
}

void DirectiveCollector::finish(clang::DiagnosticsEngine &diagnostics) {
  if (open_.isValid())
    error(diagnostics, open_.getBegin(), "'AutoMap_Begin' without 'AutoMap_End'") << open_;
  open_ = {};
}

namespace {

void collect(const clang::DeclContext &scope, Declarations &out) {
  for (const clang::Decl *declaration : scope.decls()) {
    if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(declaration)) {
      const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
      if (cxx && (cxx->isInjectedClassName() || cxx->isDependentType()))
        continue;
      collect(*record, out);
      // In the order of their ends: a record stands behind those it contains.
      if (record->isCompleteDefinition())
        out.records.push_back(record);
      continue;
    }
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(declaration))
      out.fields.push_back(field);
    if (llvm::isa<clang::TypedefNameDecl, clang::VarDecl, clang::FieldDecl>(declaration)) {
      const auto &named = *llvm::cast<clang::NamedDecl>(declaration);
      if (record_named_by(named))
        out.namers.push_back(&named);
    }
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration))
      collect(*llvm::cast<clang::DeclContext>(declaration), out);
  }
}

} // namespace

Declarations collect_declarations(const clang::ASTContext &context) {
  Declarations out;
  collect(*context.getTranslationUnitDecl(), out);
  return out;
}

const clang::RecordDecl *record_named_by(const clang::NamedDecl &declaration) {
  clang::QualType type;
  if (const auto *name = llvm::dyn_cast<clang::TypedefNameDecl>(&declaration))
    type = name->getUnderlyingType();
  else if (const auto *value = llvm::dyn_cast<clang::ValueDecl>(&declaration))
    type = value->getType();
  while (!type.isNull()) {
    if (const auto *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (const auto *pointer = type->getAs<clang::PointerType>())
      type = pointer->getPointeeType();
    else
      break;
  }
  return type.isNull() ? nullptr : type->getAsRecordDecl();
}

namespace {

bool names_record_itself(const clang::NamedDecl *namer) {
  const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(namer);
  return alias && alias->getUnderlyingType()->isRecordType();
}

/// The declarators of one declaration share where it begins: double *a, *b;
template <typename Declaration> class Declarators {
public:
  /// A directive may stand behind a declarator's name or behind its last token.
  void add(const Declaration &declaration) {
    if (!declaration.getDeclName())
      return;
    ends_[declaration.getLocation()] = &declaration;
    ends_[declaration.getEndLoc()] = &declaration;
    groups_[declaration.getBeginLoc()].push_back(&declaration);
  }

  /// A declaration without a name that ends at `end`: the anonymous struct or union that is a field.
  void add_unnamed(const Declaration &declaration, clang::SourceLocation end) {
    ends_[end] = &declaration;
    groups_[declaration.getBeginLoc()].push_back(&declaration);
  }

  /// The declarator that ends at `end`, or all of its declaration.
  llvm::SmallVector<const Declaration *> ending_at(clang::SourceLocation end, bool whole_declaration) const {
    const Declaration *last = ends_.lookup(end);
    if (!last)
      return {};
    if (whole_declaration)
      return groups_.find(last->getBeginLoc())->second;
    return {last};
  }

private:
  llvm::DenseMap<clang::SourceLocation, const Declaration *> ends_;
  llvm::DenseMap<clang::SourceLocation, llvm::SmallVector<const Declaration *>> groups_;
};

class Attacher {
public:
  Attacher(const Declarations &declarations, const clang::ASTContext &context,
           clang::DiagnosticsEngine &diagnostics)
      : sources_(context.getSourceManager()), language_(context.getLangOpts()), diagnostics_(diagnostics) {
    for (const clang::RecordDecl *record : declarations.records)
      braces_[record->getBraceRange().getEnd()] = record;
    for (const clang::NamedDecl *namer : declarations.namers)
      namers_.add(*namer);
    for (const clang::FieldDecl *field : declarations.fields) {
      fields_.add(*field);
      if (field->isAnonymousStructOrUnion())
        fields_.add_unnamed(*field, field->getType()->getAsRecordDecl()->getBraceRange().getEnd());
    }
  }

  void attach(const DirectiveCollector::Found &found, Annotations &out) {
    const Anchor anchor = anchor_before(found.range.getBegin());
    if (found.directive == Directive::ignore)
      ignore(found, anchor, out);
    else
      use(found, anchor, out);
  }

private:
  /// Where the declarator before a directive may end: before the directive, or before each attribute there.
  struct Anchor {
    llvm::SmallVector<clang::SourceLocation> ends;
    bool behind_semicolon = false;
  };

  template <typename Lookup> static auto first_found(const Anchor &anchor, Lookup lookup) {
    decltype(lookup(clang::SourceLocation())) found{};
    for (const clang::SourceLocation end : anchor.ends) {
      found = lookup(end);
      if (found != decltype(found){})
        break;
    }
    return found;
  }

  void ignore(const DirectiveCollector::Found &found, const Anchor &anchor, Annotations &out) {
    const auto fields = first_found(
        anchor, [&](clang::SourceLocation end) { return fields_.ending_at(end, anchor.behind_semicolon); });
    if (fields.empty())
      return report_unattached(found, "a field", "    double *scratch /*~ AutoMap_Ignore */;");
    out.ignored.insert(fields.begin(), fields.end());
  }

  void use(const DirectiveCollector::Found &found, const Anchor &anchor, Annotations &out) {
    const auto *tag = first_found(anchor, [&](clang::SourceLocation end) { return braces_.lookup(end); });
    auto namers = first_found(
        anchor, [&](clang::SourceLocation end) { return namers_.ending_at(end, anchor.behind_semicolon); });
    // In `typedef struct node {…} node_t, *link;` node_t is meant.
    if (std::ranges::any_of(namers, names_record_itself))
      llvm::erase_if(namers, [](const clang::NamedDecl *namer) { return !names_record_itself(namer); });
    for (const clang::NamedDecl *namer : namers)
      out.uses.push_back({record_named_by(*namer), namer, found.range});
    if (tag && namers.empty())
      out.uses.push_back({tag, tag, found.range});
    if (!tag && namers.empty())
      report_unattached(found, "a struct", "    struct point { double x, y; } /*~ AutoMap_TpUsed */;");
    else if (!found.in_region)
      warning(diagnostics_, found.range.getBegin(),
              "'AutoMap_TpUsed' outside 'AutoMap_Begin' and 'AutoMap_End'; the type is mapped all the same")
          << found.range;
  }

  Anchor anchor_before(clang::SourceLocation comment) {
    const FileTokens &tokens = tokens_of(sources_.getFileID(comment));
    Anchor anchor;
    auto index = tokens.before(comment);
    if (index && tokens[*index].is(clang::tok::semi)) {
      const clang::SourceLocation end = tokens[*index].getLocation();
      if (*index == 0 || sources_.getSpellingLineNumber(end) != sources_.getSpellingLineNumber(comment))
        return anchor;
      --*index;
      anchor.behind_semicolon = true;
    }
    for (; index; index = tokens.before_attribute(*index))
      anchor.ends.push_back(tokens[*index].getLocation());
    return anchor;
  }

  const FileTokens &tokens_of(clang::FileID file) {
    auto &tokens = tokens_[file];
    if (!tokens)
      tokens = std::make_unique<FileTokens>(file, sources_, language_);
    return *tokens;
  }

  void report_unattached(const DirectiveCollector::Found &found, const char *what, const char *example) {
    error(diagnostics_, found.range.getBegin(), quoted(found.directive) + " does not follow " + what)
        << found.range;
    note(diagnostics_, found.range.getBegin(),
         "it stands behind the declarator, or behind the ';' on the same line:" + std::string(example));
  }

  const clang::SourceManager &sources_;
  const clang::LangOptions &language_;
  clang::DiagnosticsEngine &diagnostics_;
  llvm::DenseMap<clang::SourceLocation, const clang::RecordDecl *> braces_;
  Declarators<clang::NamedDecl> namers_;
  Declarators<clang::FieldDecl> fields_;
  llvm::DenseMap<clang::FileID, std::unique_ptr<FileTokens>> tokens_;
};

} // namespace

Annotations attach(const std::vector<DirectiveCollector::Found> &directives, const Declarations &declarations,
                   const clang::ASTContext &context, clang::DiagnosticsEngine &diagnostics) {
  Annotations out;
  if (directives.empty())
    return out;
  Attacher attacher(declarations, context, diagnostics);
  for (const DirectiveCollector::Found &found : directives)
    attacher.attach(found, out);
  return out;
}

} // namespace automap
