// What only gcc has. See gcc.h.
#include "gcc.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

namespace automap {
namespace {

bool is_float_of_gcc(llvm::StringRef name) {
  return llvm::any_of(floats_of_gcc, [&](const auto &type) { return type.first == name; });
}

/// Follows a type as it is written, because the names are macros or typedefs of other types.
bool names_float_of_gcc(clang::TypeLoc written, const clang::ASTContext &context) {
  for (; !written.isNull(); written = written.getNextTypeLoc()) {
    if (const auto alias = written.getAs<clang::TypedefTypeLoc>()) {
      const clang::TypedefNameDecl &name = *alias.getTypedefNameDecl();
      return is_float_of_gcc(name.getName()) ||
             (name.getTypeSourceInfo() && names_float_of_gcc(name.getTypeSourceInfo()->getTypeLoc(), context));
    }
    if (const auto function = written.getAs<clang::FunctionProtoTypeLoc>())
      for (const clang::ParmVarDecl *parameter : function.getParams())
        if (names_float_of_gcc(parameter->getTypeSourceInfo()->getTypeLoc(), context))
          return true;
    if (const auto of = written.getAs<clang::TypeOfTypeLoc>())
      return names_float_of_gcc(of.getUnmodifiedTInfo()->getTypeLoc(), context);
    if (const auto of = written.getAs<clang::TypeOfExprTypeLoc>()) // how its operand is declared is not looked up
      return context.getBaseElementType(of.getUnderlyingExpr()->getType())->isFloatingType();
    if (written.getAs<clang::BuiltinTypeLoc>() || written.getAs<clang::ComplexTypeLoc>()) {
      const clang::SourceLocation place = written.getBeginLoc();
      return place.isMacroID() && is_float_of_gcc(clang::Lexer::getImmediateMacroName(place, context.getSourceManager(),
                                                                                      context.getLangOpts()));
    }
  }
  return false;
}

} // namespace

bool has_float_of_gcc(const clang::FieldDecl &field) {
  return field.getTypeSourceInfo() &&
         names_float_of_gcc(field.getTypeSourceInfo()->getTypeLoc(), field.getASTContext());
}

} // namespace automap
