// Directives and their places. See directive_collector.h.
#include "directive_collector.h"

#include "ast/diagnose.h"
#include "model/nearest_name.h"
#include "model/quoted.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

namespace automap {
namespace {

std::string usage_of(const DirectiveProblem &problem) {
  const auto directive = directive_called(problem.meant);
  return std::string(directive ? usage(*directive) : problem.meant);
}

/// Reports a problem. `text`, at `range`, is wrong; `whole` is the comment or attribute.
void report(const DirectiveProblem &problem, llvm::StringRef text, clang::CharSourceRange range,
            clang::SourceRange whole, clang::DiagnosticsEngine &diagnostics) {
  using Kind = DirectiveProblem::Kind;
  const std::string meant(problem.meant);
  switch (problem.kind) {
  case Kind::unknown:
    if (meant.empty())
      error(diagnostics, range.getBegin(), "unknown automap directive; the directives are " + all_directives())
          << range;
    else
      error(diagnostics, range.getBegin(), "unknown automap directive" + did_you_mean({meant}))
          << clang::FixItHint::CreateReplacement(range, meant);
    break;
  case Kind::missing_tilde: {
    const std::string right = ("/*~ " + meant + text.drop_front(meant.size()) + " */").str();
    warning(diagnostics, whole.getBegin(), "this comment is not a directive: write " + quoted(right))
        << clang::FixItHint::CreateReplacement(whole, right);
    break;
  }
  case Kind::extra_text:
    error(diagnostics, range.getBegin(), "unexpected text after " + quoted(meant) + ": a comment holds one directive")
        << clang::FixItHint::CreateRemoval(range);
    break;
  case Kind::malformed_argument:
    error(diagnostics, range.getBegin(), "expected " + quoted(usage_of(problem))) << range;
    break;
  }
}

/// Returns the directive of a text, even with an error if its meaning is clear.
std::optional<ParsedDirective> directive_of(const DirectiveMeaning &meaning) {
  if (const auto *directive = std::get_if<ParsedDirective>(&meaning))
    return *directive;
  const auto *problem = std::get_if<DirectiveProblem>(&meaning);
  if (!problem || problem->kind != DirectiveProblem::Kind::extra_text)
    return std::nullopt;
  const auto directive = directive_called(problem->meant);
  if (!directive || usage(*directive) != spelling(*directive))
    return std::nullopt; // its argument is not known
  return ParsedDirective{*directive};
}

} // namespace

bool DirectiveCollector::HandleComment(clang::Preprocessor &preprocessor, clang::SourceRange comment) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  bool invalid = false;
  const char *text = sources.getCharacterData(comment.getBegin(), &invalid);
  if (invalid)
    return false;
  const auto size = sources.getFileOffset(comment.getEnd()) - sources.getFileOffset(comment.getBegin());
  const DirectiveMeaning meaning = parse_comment({text, size});
  clang::DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
  const auto place = [&](std::size_t offset, std::size_t length) {
    const auto begin = comment.getBegin().getLocWithOffset(static_cast<int>(offset));
    return clang::CharSourceRange::getCharRange(begin, begin.getLocWithOffset(static_cast<int>(length)));
  };

  if (const auto *problem = std::get_if<DirectiveProblem>(&meaning))
    report(*problem, llvm::StringRef(text, size).substr(problem->offset, problem->length),
           place(problem->offset, problem->length), comment, diagnostics);
  const auto directive = directive_of(meaning);
  if (!directive)
    return false;
  const auto same_file = [&](clang::SourceRange other) {
    return sources.getFileID(other.getBegin()) == sources.getFileID(comment.getBegin());
  };
  switch (directive->directive) {
  case Directive::begin:
    if (!open_.empty() && same_file(open_.back())) {
      error(diagnostics, comment.getBegin(), "'AutoMap_Begin' before the previous one has ended") << comment;
      note(diagnostics, open_.back().getBegin(), "the first one is here; write 'AutoMap_End' before the second")
          << open_.back();
      open_.pop_back();
    }
    open_.push_back(comment);
    break;
  case Directive::end:
    if (open_.empty()) {
      error(diagnostics, comment.getBegin(), "'AutoMap_End' without 'AutoMap_Begin'") << comment;
      break;
    }
    if (!same_file(open_.back())) {
      error(diagnostics, comment.getBegin(), "'AutoMap_End' is in another file than its 'AutoMap_Begin'") << comment;
      note(diagnostics, open_.back().getBegin(), "'AutoMap_Begin' is here") << open_.back();
    }
    open_.pop_back();
    break;
  default:
    attached_.push_back(with_places(*directive, place));
    attached_.back().range = comment;
    attached_.back().in_region = !open_.empty();
    break;
  }
  return false;
}

void DirectiveCollector::finish(clang::DiagnosticsEngine &diagnostics) {
  for (const clang::SourceRange begin : open_) {
    error(diagnostics, begin.getBegin(), "'AutoMap_Begin' without 'AutoMap_End'") << begin;
    note(diagnostics, begin.getBegin(),
         "for example: '/*~ AutoMap_Begin */ struct p { int i; } /*~ AutoMap_TpUsed */; /*~ AutoMap_End */'");
  }
  open_.clear();
}

std::optional<FoundDirective> directive_in(const clang::AnnotateAttr &attribute,
                                           clang::DiagnosticsEngine &diagnostics) {
  const llvm::StringRef text = attribute.getAnnotation();
  const DirectiveMeaning meaning = parse_annotation({text.data(), text.size()});
  // Clang does not keep the place of the string literal within the attribute.
  const auto whole = clang::CharSourceRange::getTokenRange(attribute.getRange());
  if (const auto *problem = std::get_if<DirectiveProblem>(&meaning)) {
    const std::string meant = usage_of(*problem);
    error(diagnostics, attribute.getLocation(),
          "'" + text.str() + "' is not an automap directive" + (meant.empty() ? "" : did_you_mean({meant})))
        << whole;
    return std::nullopt;
  }
  const auto directive = directive_of(meaning);
  if (!directive)
    return std::nullopt;
  if (directive->directive == Directive::begin || directive->directive == Directive::end) {
    error(diagnostics, attribute.getLocation(),
          quoted(spelling(directive->directive)) + " cannot be an attribute: write it as a comment")
        << whole;
    return std::nullopt;
  }
  FoundDirective out = with_places(*directive, [&](std::size_t, std::size_t) { return whole; });
  out.range = attribute.getRange();
  out.in_region = true;
  return out;
}

} // namespace automap
