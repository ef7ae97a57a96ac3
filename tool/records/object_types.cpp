// The classes of libraries that AutoLink's C++ headers can send. See object_types.h.
#include "object_types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/StringMap.h"

namespace automap {
namespace {

using Kind = LibraryClass::Kind;

struct Known {
  Kind kind;
  unsigned first, count;     // the template arguments that travel
  bool makes = false;        // whether a receiver makes these
  const char *header = "";   // AutoLink's header about it
  unsigned helpers_from = 0; // the arguments whose objects must hold nothing: comparison, or hash and comparison
  unsigned helpers = 0;      // their number
};

const llvm::StringMap<Known> &known_classes() {
  constexpr unsigned all = 100;
  constexpr auto boost = "autolink/boost_container.hpp", eigen = "autolink/eigen.hpp";
  static const llvm::StringMap<Known> known = {
      {"std::array", {Kind::value, 0, 1}},
      {"std::pair", {Kind::value, 0, 2}},
      {"std::tuple", {Kind::value, 0, all}},
      {"std::optional", {Kind::value, 0, 1, true}},
      {"std::variant", {Kind::value, 0, all, true}},
      {"std::monostate", {Kind::value, 0, 0}},
      {"std::complex", {Kind::value, 0, 1}},
      {"std::bitset", {Kind::value, 0, 0}},
      {"std::chrono::duration", {Kind::value, 0, 1}},
      {"std::chrono::time_point", {Kind::value, 1, 1}},
      {"std::filesystem::path", {Kind::value, 0, 0}},
      {"std::basic_string", {Kind::value, 0, 1}},
      {"std::vector", {Kind::value, 0, 1, true}},
      {"std::deque", {Kind::value, 0, 1, true}},
      {"std::list", {Kind::value, 0, 1, true}},
      {"std::forward_list", {Kind::value, 0, 1, true}},
      {"std::set", {Kind::value, 0, 1, true, "", 1, 1}},
      {"std::multiset", {Kind::value, 0, 1, true, "", 1, 1}},
      {"std::unordered_set", {Kind::value, 0, 1, true, "", 1, 2}},
      {"std::unordered_multiset", {Kind::value, 0, 1, true, "", 1, 2}},
      {"std::map", {Kind::value, 0, 2, true, "", 2, 1}},
      {"std::multimap", {Kind::value, 0, 2, true, "", 2, 1}},
      {"std::unordered_map", {Kind::value, 0, 2, true, "", 2, 2}},
      {"std::unordered_multimap", {Kind::value, 0, 2, true, "", 2, 2}},
      {"std::unique_ptr", {Kind::unique, 0, 1, true}},
      {"std::shared_ptr", {Kind::shared, 0, 1, true}},
      {"std::weak_ptr", {Kind::shared, 0, 1, true}},
      {"boost::container::vector", {Kind::value, 0, 1, true, boost}},
      {"boost::container::small_vector", {Kind::value, 0, 1, true, boost}},
      {"boost::container::flat_map", {Kind::value, 0, 2, true, boost, 2, 1}},
      {"Eigen::Matrix", {Kind::value, 0, 1, false, eigen}},
      {"Eigen::Array", {Kind::value, 0, 1, false, eigen}},
  };
  return known;
}

/// Returns the name with the namespaces that users write: "std::basic_string".
std::string user_name(const clang::CXXRecordDecl &record) {
  std::string out = record.getNameAsString();
  for (const clang::DeclContext *scope = record.getDeclContext(); scope; scope = scope->getParent()) {
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space && !space->isInline())
      out = space->getNameAsString() + "::" + out;
    else if (!space && !scope->isTranslationUnit())
      return "";
  }
  return out;
}

/// Returns the types among the template arguments, those of packs one by one.
llvm::SmallVector<clang::QualType> types_in(const clang::ClassTemplateSpecializationDecl &instance) {
  llvm::SmallVector<clang::QualType> out;
  for (const clang::TemplateArgument &argument : instance.getTemplateArgs().asArray()) {
    const bool is_pack = argument.getKind() == clang::TemplateArgument::Pack;
    for (const clang::TemplateArgument &one : is_pack ? argument.pack_elements() : llvm::ArrayRef(argument))
      if (one.getKind() == clang::TemplateArgument::Type)
        out.push_back(one.getAsType());
  }
  return out;
}

/// Whether objects of the type hold nothing, so that one is like another.
bool holds_nothing(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && (!record->hasDefinition() || record->isEmpty()); // unless defined, it is checked in the code
}

/// Whether the program has specialized autolink::container for instances of the template.
bool has_container(const clang::ClassTemplateDecl &of, const clang::ASTContext &ast) {
  const auto is_of = [&](clang::QualType type) {
    const auto *instance = type->getAs<clang::TemplateSpecializationType>();
    const clang::TemplateDecl *named = instance ? instance->getTemplateName().getAsTemplateDecl() : nullptr;
    if (const auto *record = type->getAsCXXRecordDecl())
      if (const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
        named = special->getSpecializedTemplate();
    return named && named->getCanonicalDecl() == of.getCanonicalDecl();
  };
  const clang::TranslationUnitDecl &unit = *ast.getTranslationUnitDecl();
  for (const clang::NamedDecl *space : unit.lookup(&ast.Idents.get("autolink"))) {
    const auto *scope = llvm::dyn_cast<clang::NamespaceDecl>(space);
    if (!scope)
      continue;
    for (clang::NamedDecl *found : scope->lookup(&ast.Idents.get("container"))) {
      auto *const traits = llvm::dyn_cast<clang::ClassTemplateDecl>(found);
      if (!traits)
        continue;
      llvm::SmallVector<clang::ClassTemplatePartialSpecializationDecl *> partial;
      traits->getPartialSpecializations(partial);
      for (const auto *one : partial)
        if (is_of(one->getTemplateArgs()[0].getAsType()))
          return true;
      for (const auto *one : traits->specializations())
        if (one->isExplicitSpecialization() && is_of(one->getTemplateArgs()[0].getAsType()))
          return true;
    }
  }
  return false;
}

} // namespace

std::optional<LibraryClass> library_class(const clang::CXXRecordDecl &record, const clang::ASTContext &ast) {
  const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  const llvm::SmallVector<clang::QualType> types =
      instance ? types_in(*instance) : llvm::SmallVector<clang::QualType>();
  const auto found = known_classes().find(user_name(record));
  if (found == known_classes().end()) {
    if (!instance || !has_container(*instance->getSpecializedTemplate(), ast))
      return std::nullopt;
    LibraryClass out{Kind::value, {}, true, "", "", false, true};
    for (const clang::QualType type : types) {
      const clang::CXXRecordDecl *argument = type->getAsCXXRecordDecl();
      if (!argument || !ast.getSourceManager().isInSystemHeader(argument->getLocation()))
        out.contents.push_back(type);
    }
    return out;
  }
  const Known &known = found->second;
  LibraryClass out{known.kind, {}, known.makes, known.header, "", known.helpers > 0};
  for (unsigned i = 0; i < types.size(); ++i) {
    if (i >= known.first && i - known.first < known.count)
      out.contents.push_back(types[i]);
    else if (i >= known.helpers_from && i - known.helpers_from < known.helpers && out.problem.empty() &&
             !holds_nothing(types[i]))
      out.problem = "compares or hashes by a function that it holds, which cannot travel";
  }
  if (known.kind == Kind::unique && types.size() > 1)
    if (const auto *deleter = types[1]->getAsCXXRecordDecl();
        !deleter || !deleter->isInStdNamespace() || deleter->getName() != "default_delete")
      out.problem = "has a deleter of its own, and a receiver makes objects with 'new'";
  if ((known.kind == Kind::unique || known.kind == Kind::shared) && !types.empty() && types[0]->isArrayType())
    out.problem = "leads to an array whose length it does not know: use std::vector";
  return out;
}

} // namespace automap
