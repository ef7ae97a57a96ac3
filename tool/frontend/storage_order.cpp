// Byte orders of structs. See storage_order.h.
#include "storage_order.h"

#include "ast/gcc.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/STLExtras.h"

namespace automap {
namespace {

constexpr char name[] = "scalar_storage_order", scoped_name[] = "gnu::scalar_storage_order";

void annotate(clang::Decl &declaration, llvm::StringRef order) {
  declaration.addAttr(
      clang::AnnotateAttr::CreateImplicit(declaration.getASTContext(), (storage_order + order).str(), nullptr, 0));
}

class Attribute : public clang::ParsedAttrInfo {
public:
  Attribute() {
    // Clang's parser looks for the name without its scope, and the rest of Clang with it.
    static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_GNU, name},
                                             {clang::ParsedAttr::AS_CXX11, name},
                                             {clang::ParsedAttr::AS_CXX11, scoped_name},
                                             {clang::ParsedAttr::AS_C23, name},
                                             {clang::ParsedAttr::AS_C23, scoped_name}};
    Spellings = spellings;
    NumArgs = 1;
  }

  AttrHandling handleDeclAttribute(clang::Sema &sema, clang::Decl *declaration,
                                   const clang::ParsedAttr &attribute) const override {
    if (!is_presented_as_gcc(sema.getLangOpts())) {
      sema.Diag(attribute.getLoc(), clang::diag::warn_unknown_attribute_ignored) << attribute << attribute.getRange();
      return AttributeNotApplied;
    }
    llvm::StringRef order;
    if (!sema.checkStringLiteralArgumentAttr(attribute, 0, order))
      return AttributeNotApplied;
    annotate(*declaration, order);
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<Attribute> registered(name, "the byte order of a struct");

class Handler : public clang::PragmaHandler {
public:
  explicit Handler(std::string &order) : PragmaHandler(name), order_(order) {}

  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer, clang::Token &token) override {
    preprocessor.LexUnexpandedToken(token);
    const clang::IdentifierInfo *word = token.getIdentifierInfo();
    if (word && word->isStr("default"))
      order_.clear();
    else if (word && (word->isStr("big") || word->isStr("little")))
      order_ = (word->getName() + "-endian").str();
  }

private:
  std::string &order_;
};

} // namespace

void StorageOrderPragma::follow(clang::Preprocessor &preprocessor) {
  if (is_presented_as_gcc(preprocessor.getLangOpts()) && !preprocessor.getLangOpts().CPlusPlus)
    preprocessor.AddPragmaHandler(new Handler(order_)); // the preprocessor owns it
}

void StorageOrderPragma::apply_to(clang::RecordDecl &record) const {
  const bool has_own = llvm::any_of(record.specific_attrs<clang::AnnotateAttr>(), [](const clang::AnnotateAttr *other) {
    return other->getAnnotation().starts_with(storage_order);
  });
  if (!order_.empty() && !has_own)
    annotate(record, order_);
}

} // namespace automap
