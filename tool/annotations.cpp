// Directives and the declarations they mean. See annotations.h.
#include "annotations.h"

#include "diagnose.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <optional>

namespace automap {
namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string quoted(Directive directive) { return quoted(spelling(directive)); }

void report(const DirectiveProblem &problem, clang::SourceRange comment, clang::DiagnosticsEngine &diagnostics) {
  using Kind = DirectiveProblem::Kind;
  const auto begin = comment.getBegin().getLocWithOffset(static_cast<int>(problem.offset));
  const auto end = begin.getLocWithOffset(static_cast<int>(problem.length));
  const auto range = clang::CharSourceRange::getCharRange(begin, end);
  const auto replacement = [&] {
    return clang::FixItHint::CreateReplacement(range, llvm::StringRef(problem.meant.data(), problem.meant.size()));
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
  const auto *directive = std::get_if<Directive>(&meaning);
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

/// The tokens of one file, comments left out.
class FileTokens {
public:
  FileTokens(clang::FileID file, const clang::SourceManager &sources, const clang::LangOptions &language) {
    clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, language);
    clang::Token token;
    while (!lexer.LexFromRawLexer(token))
      tokens_.push_back(token);
  }

  /// The index of the last token before `location`.
  std::optional<std::size_t> before(clang::SourceLocation location) const {
    const auto next = std::ranges::partition_point(
        tokens_, [&](const clang::Token &token) { return token.getLocation() < location; });
    if (next == tokens_.begin())
      return std::nullopt;
    return next - tokens_.begin() - 1;
  }

  const clang::Token &operator[](std::size_t index) const { return tokens_[index]; }

  /// From the last token of an attribute to the token before it, again and again; other tokens stay.
  std::size_t skip_attributes_backward(std::size_t index) const {
    while (const auto open = opening(index)) {
      if (tokens_[index].is(clang::tok::r_square)) {
        // [[…]] is an attribute, […] an array.
        if (*open == 0 || !tokens_[*open + 1].is(clang::tok::l_square))
          break;
        index = *open - 1;
      } else {
        if (*open < 2 || !is_attribute_keyword(tokens_[*open - 1]))
          break;
        index = *open - 2;
      }
    }
    return index;
  }

private:
  /// The index of the bracket that the one at `index` closes.
  std::optional<std::size_t> opening(std::size_t index) const {
    if (!tokens_[index].isOneOf(clang::tok::r_paren, clang::tok::r_square))
      return std::nullopt;
    int depth = 0;
    for (std::size_t i = index + 1; i-- > 0;) {
      if (tokens_[i].isOneOf(clang::tok::r_paren, clang::tok::r_square))
        ++depth;
      else if (tokens_[i].isOneOf(clang::tok::l_paren, clang::tok::l_square) && --depth == 0)
        return i;
    }
    return std::nullopt;
  }

  static bool is_attribute_keyword(const clang::Token &token) {
    if (!token.is(clang::tok::raw_identifier))
      return false;
    const llvm::StringRef word = token.getRawIdentifier();
    return word == "__attribute__" || word == "__attribute" || word == "_Alignas" || word == "alignas" ||
           word == "__declspec";
  }

  std::vector<clang::Token> tokens_;
};

class Attacher {
public:
  Attacher(const Declarations &declarations, const clang::ASTContext &context,
           clang::DiagnosticsEngine &diagnostics)
      : sources_(context.getSourceManager()), language_(context.getLangOpts()), diagnostics_(diagnostics) {
    for (const clang::RecordDecl *record : declarations.records)
      ends_[record->getBraceRange().getEnd()] = record;
    for (const clang::NamedDecl *namer : declarations.namers)
      index(*namer, ends_);
    for (const clang::FieldDecl *field : declarations.fields)
      index(*field, field_ends_);
  }

  void attach(const DirectiveCollector::Found &found, Annotations &out) {
    const clang::SourceLocation begin = found.range.getBegin();
    const auto anchor = anchor_before(begin);
    if (found.directive == Directive::ignore) {
      const auto *field = anchor ? field_ends_.lookup(*anchor) : nullptr;
      if (field)
        out.ignored.insert(llvm::cast<clang::FieldDecl>(field));
      else
        report_unattached(found, "a field", "    double *scratch /*~ AutoMap_Ignore */;");
      return;
    }
    const clang::NamedDecl *name = anchor ? ends_.lookup(*anchor) : nullptr;
    const clang::RecordDecl *record = nullptr;
    if (name) {
      record = llvm::dyn_cast<clang::RecordDecl>(name);
      if (!record)
        record = record_named_by(*name);
    }
    if (!record)
      return report_unattached(found, "a struct", "    struct point { double x, y; } /*~ AutoMap_TpUsed */;");
    if (!found.in_region)
      warning(diagnostics_, begin, "'AutoMap_TpUsed' outside 'AutoMap_Begin' and 'AutoMap_End'; the type is mapped all the same")
          << found.range;
    out.uses.push_back({record, name, found.range});
  }

private:
  using EndMap = llvm::DenseMap<clang::SourceLocation, const clang::NamedDecl *>;

  /// A directive may stand behind a declarator's name or behind its last token.
  static void index(const clang::NamedDecl &declaration, EndMap &ends) {
    if (!declaration.getDeclName())
      return;
    ends[declaration.getLocation()] = &declaration;
    ends[declaration.getEndLoc()] = &declaration;
  }

  /// The last token of the declarator before `comment`: right before it, or before the ';' or ',' that
  /// ends the declarator on the comment's line.
  std::optional<clang::SourceLocation> anchor_before(clang::SourceLocation comment) {
    const FileTokens &tokens = tokens_of(sources_.getFileID(comment));
    auto index = tokens.before(comment);
    if (!index)
      return std::nullopt;
    if (tokens[*index].is(clang::tok::semi)) {
      const clang::SourceLocation end = tokens[*index].getLocation();
      if (*index == 0 || sources_.getSpellingLineNumber(end) != sources_.getSpellingLineNumber(comment))
        return std::nullopt;
      --*index;
    }
    return tokens[tokens.skip_attributes_backward(*index)].getLocation();
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
  EndMap ends_;
  EndMap field_ends_;
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
