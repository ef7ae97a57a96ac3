// Types by their names. See target_types.h.
#include "target_types.h"

#include "model/nearest_name.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>

namespace automap {
namespace {

/// Returns the type that consists of these keywords, in any order: "unsigned long", "long double".
std::optional<clang::QualType> type_of_keywords(llvm::StringRef name, const clang::ASTContext &context) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(name, words, " ");
  const auto take = [&](llvm::StringRef word) {
    const auto *const found = llvm::find(words, word);
    const bool out = found != words.end();
    if (out)
      words.erase(found);
    return out;
  };
  const bool is_unsigned = take("unsigned"), is_signed = take("signed");
  const bool is_short = take("short"), is_long = take("long"), is_long_long = take("long");
  const bool has_sign = is_unsigned || is_signed, has_size = is_short || is_long;
  const auto is_rest = [&](llvm::StringRef word) { return words.size() == 1 && words[0] == word; };
  if ((is_unsigned && is_signed) || (is_short && is_long))
    return std::nullopt;
  if (is_rest("char") && !has_size)
    return is_unsigned ? context.UnsignedCharTy : is_signed ? context.SignedCharTy : context.CharTy;
  if (is_rest("double") && !has_sign && !is_short && !is_long_long)
    return is_long ? context.LongDoubleTy : context.DoubleTy;
  if (is_rest("float") && !has_sign && !has_size)
    return context.FloatTy;
  if ((is_rest("bool") || is_rest("_Bool")) && !has_sign && !has_size)
    return context.BoolTy;
  if (is_rest("wchar_t") && !has_sign && !has_size && context.getLangOpts().CPlusPlus)
    return context.WideCharTy;
  if (!is_rest("int") && !(words.empty() && (has_sign || has_size)))
    return std::nullopt;
  if (is_short)
    return is_unsigned ? context.UnsignedShortTy : context.ShortTy;
  if (is_long_long)
    return is_unsigned ? context.UnsignedLongLongTy : context.LongLongTy;
  if (is_long)
    return is_unsigned ? context.UnsignedLongTy : context.LongTy;
  return is_unsigned ? context.UnsignedIntTy : context.IntTy;
}

/// Returns the typedef or enum that a name with its scopes, "ns::real", means in `scope` itself; null if it means none.
const clang::TypeDecl *find_type(llvm::StringRef name, const clang::DeclContext &scope,
                                 const clang::ASTContext &context) {
  const auto [first, rest] = name.split("::");
  for (const clang::NamedDecl *found : scope.lookup(&context.Idents.get(first))) {
    if (rest.empty()) {
      if (llvm::isa<clang::TypedefNameDecl, clang::EnumDecl>(found))
        return llvm::cast<clang::TypeDecl>(found);
    } else if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(found)) {
      if (const clang::TypeDecl *out = find_type(rest, *inner, context))
        return out;
    }
  }
  return nullptr;
}

/// Returns the record that a name without template arguments, "outer::node", means in `scope` itself; null if it means
/// none. In a class, the class's own name means the class.
const clang::RecordDecl *find_declared(llvm::StringRef name, const clang::DeclContext &scope,
                                       const clang::ASTContext &context) {
  const auto [first, rest] = name.split("::");
  for (const clang::NamedDecl *found : scope.lookup(&context.Idents.get(first.trim()))) {
    const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(found);
    const clang::RecordDecl *record = nullptr;
    if (cxx && cxx->isInjectedClassName())
      record = llvm::cast<clang::RecordDecl>(cxx->getDeclContext());
    else if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(found))
      record = alias->getUnderlyingType()->getAsRecordDecl();
    else
      record = llvm::dyn_cast<clang::RecordDecl>(found);
    const auto *inner = record ? record->getDefinition() : llvm::dyn_cast<clang::DeclContext>(found);
    if (const clang::RecordDecl *out = rest.empty() ? record : inner ? find_declared(rest, *inner, context) : nullptr)
      return out;
  }
  return nullptr;
}

/// Returns the name with the arguments of the class templates around `scope` in place of their parameters: in
/// list<int>, "leaf<T>" is "leaf<int>".
std::string with_arguments(llvm::StringRef name, const clang::DeclContext &scope, const TypeNames &names) {
  std::map<std::string, std::string> arguments;
  for (const clang::DeclContext *around = &scope; around; around = around->getParent())
    if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(around))
      for (const auto &[parameter, argument] : arguments_of(*instance)) {
        if (argument->getKind() == clang::TemplateArgument::Type)
          arguments.try_emplace(parameter->getNameAsString(), names.written(argument->getAsType()));
        else if (argument->getKind() == clang::TemplateArgument::Integral)
          arguments.try_emplace(parameter->getNameAsString(), llvm::toString(argument->getAsIntegral(), 10));
      }
  std::string out;
  while (!name.empty()) {
    const llvm::StringRef word = name.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    const auto argument = arguments.find(word.str());
    out += argument != arguments.end() ? argument->second : word.empty() ? name.take_front().str() : word.str();
    name = name.drop_front(std::max<std::size_t>(word.size(), 1));
  }
  return out;
}

} // namespace

const clang::RecordDecl *TargetTypes::find_record(llvm::StringRef written, const clang::DeclContext &scope) {
  if (by_name_.empty()) {
    for (const clang::RecordDecl *record : declarations_.records)
      if (record->getDeclName())
        by_name_.try_emplace(names_.qualified(*record), record->getDefinition());
    for (const clang::RecordDecl *pattern : declarations_.templates) // instances, whether completed or only named
      if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(pattern); cxx && cxx->getDescribedClassTemplate())
        for (const clang::RecordDecl *instance : cxx->getDescribedClassTemplate()->specializations())
          by_name_.try_emplace(names_.qualified(*instance), instance);
    for (const clang::NamedDecl *namer : declarations_.namers)
      if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(namer);
          alias && alias->getUnderlyingType()->isRecordType())
        by_name_.try_emplace(names_.qualified(*alias), record_named_by(*alias));
  }
  const std::string substituted = with_arguments(without_keyword(written), scope, names_);
  llvm::StringRef name = substituted;
  name.consume_front("::");
  if (const std::size_t end = name.rfind(">::"); end != llvm::StringRef::npos) // a member of an instance
    if (const clang::RecordDecl *outer = find_record(name.take_front(end + 1), scope))
      return find_declared(name.drop_front(end + 3), *outer, context_);
  for (const clang::DeclContext *context = &scope; context; context = context->getParent()) {
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(context);
    if (!named && !context->isTranslationUnit())
      continue;
    if (const clang::RecordDecl *declared =
            context_.getLangOpts().CPlusPlus ? find_declared(name, *context, context_) : nullptr)
      return declared;
    const std::string prefix = named && named->getDeclName() ? names_.qualified(*named) + "::" : "";
    const std::string wanted = without_spaces(prefix + name.str());
    for (const auto &known : by_name_)
      if (without_spaces(known.first()) == wanted)
        return known.second;
  }
  return nullptr;
}

std::optional<clang::QualType> TargetTypes::find_number(llvm::StringRef written,
                                                        const clang::DeclContext &scope) const {
  const std::string substituted = with_arguments(written, scope, names_);
  llvm::StringRef name = substituted;
  if (const auto type = type_of_keywords(name, context_))
    return type;

  name.consume_front("enum ");
  name.consume_front("::");
  for (const clang::DeclContext *around = &scope; around; around = around->getParent())
    if (const clang::TypeDecl *found = find_type(name.trim(), *around, context_))
      return context_.getTypeDeclType(found);
  return std::nullopt;
}

std::string TargetTypes::suggest(llvm::StringRef name) const {
  const std::string nearest = did_you_mean(name, by_name_.keys());
  return nearest.empty() && name.ends_with(">")
             ? ("; if it is an instance that nothing else names, declare it: 'using <alias> = " + name +
                ";', and write <alias> here")
                   .str()
             : nearest;
}

} // namespace automap
