// What destructors do. See destructors.h.
#include "destructors.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <vector>

namespace automap {
namespace {

/// Returns the words and signs in the body of a function, which Clang has skipped; nothing if its definition is not seen.
std::optional<std::vector<std::string>> body_of(const clang::FunctionDecl &function) {
  const clang::FunctionDecl *pattern = function.getTemplateInstantiationPattern();
  const clang::FunctionDecl *definition = (pattern ? pattern : &function)->getDefinition();
  const clang::FunctionTypeLoc head = definition ? definition->getFunctionTypeLoc() : clang::FunctionTypeLoc();
  if (!head)
    return std::nullopt;
  const clang::ASTContext &ast = function.getASTContext();
  const auto after = [&](clang::SourceLocation place) {
    return clang::Lexer::findNextToken(place, ast.getSourceManager(), ast.getLangOpts());
  };
  auto token = after(head.getRParenLoc());
  for (int open = 0; token && (open > 0 || token->isOneOf(clang::tok::raw_identifier, clang::tok::l_paren));
       token = after(token->getLocation())) // noexcept(true), for example
    open += token->is(clang::tok::l_paren) - token->is(clang::tok::r_paren);
  if (!token || token->isNot(clang::tok::l_brace))
    return std::nullopt;
  std::vector<std::string> out;
  for (std::size_t depth = 1; (token = after(token->getLocation()));) {
    depth += token->is(clang::tok::l_brace);
    depth -= token->is(clang::tok::r_brace);
    if (depth == 0)
      return out;
    out.push_back(clang::Lexer::getSpelling(*token, ast.getSourceManager(), ast.getLangOpts()));
  }
  return std::nullopt;
}

} // namespace

bool does_something(const clang::CXXDestructorDecl *destructor) {
  if (!destructor || !destructor->isUserProvided())
    return false;
  const auto body = body_of(*destructor);
  return !body || !body->empty();
}

bool frees(const clang::CXXDestructorDecl *destructor, const std::string &name) {
  if (!destructor || !destructor->isUserProvided())
    return false;
  const std::vector<std::string> body = body_of(*destructor).value_or(std::vector<std::string>());
  const auto is = [&](std::size_t i, llvm::ArrayRef<llvm::StringRef> words) {
    return i < body.size() && llvm::is_contained(words, body[i]);
  };
  bool is_freed = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (is(i, {"*", "&", "auto"}) && is(i + 1, {name}) && is(i + 2, {":", "=", "(", "{", ";"}))
      return false; // a variable of this name
    std::size_t at = i + 1;
    if (!is(i, {"delete", "free"}) || (i > 0 && is(i - 1, {".", "->"})))
      continue;
    while (is(at, {"[", "]", "("}))
      ++at;
    if (is(at, {"this"}) && is(at + 1, {"->"}))
      at += 2;
    is_freed = is_freed || (is(at, {name}) && is(at + 1, {";", ")", ","}));
  }
  return is_freed;
}

bool manages_itself(const clang::CXXRecordDecl &record) {
  return does_something(record.getDestructor()) || llvm::any_of(record.methods(), [](const auto *method) {
           const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
           return method->isUserProvided() &&
                  ((constructor && constructor->isCopyOrMoveConstructor()) || method->isCopyAssignmentOperator() ||
                   method->isMoveAssignmentOperator());
         });
}

} // namespace automap
