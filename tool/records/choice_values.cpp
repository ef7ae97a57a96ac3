// The values of AutoMap_Any. See choice_values.h.
#include "choice_values.h"

#include "ast/constants.h"
#include "ast/diagnose.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <algorithm>

namespace automap {
namespace {

/// Whether a field, if it is known, can have the value.
bool can_have(const IntegerField &field, std::int64_t number) {
  if (field.path.empty())
    return true;
  if (field.width_bits >= 64)
    return field.is_signed || number >= 0;
  const std::int64_t values = std::int64_t{1} << (field.width_bits - (field.is_signed ? 1 : 0));
  return number >= (field.is_signed ? -values : 0) && number < values;
}

} // namespace

std::vector<const clang::EnumConstantDecl *> ChoiceValues::find_enumerators(llvm::StringRef name) const {
  const bool is_qualified = name.contains("::");
  const llvm::StringRef last = is_qualified ? name.rsplit("::").second : name;
  const auto called = [&](const clang::EnumDecl &enumeration) -> const clang::EnumConstantDecl * {
    for (const clang::EnumConstantDecl *constant : enumeration.enumerators())
      if (constant->getName() == last)
        return constant;
    return nullptr;
  };
  // A scoped enumeration of a template's instance has no enumerators until it is completed.
  const auto in = [&](const clang::EnumDecl &enumeration) {
    const clang::EnumDecl *pattern = enumeration.getTemplateInstantiationPattern();
    const bool there = !pattern || (called(*pattern) && complete_(enumeration, enumeration.getLocation()));
    return there ? called(enumeration) : nullptr;
  };
  const clang::EnumConstantDecl *preferred = deciding_ ? in(*deciding_) : nullptr;
  if (preferred && !is_qualified)
    return {preferred};
  std::vector<const clang::EnumConstantDecl *> all;
  for (const clang::EnumDecl *enumeration : declarations_.enums)
    if (const auto *constant = in(*enumeration))
      all.push_back(constant);
  for (const clang::DeclContext *context = &scope_; context; context = context->getParent())
    if (const auto *instance = llvm::dyn_cast<clang::RecordDecl>(context); instance && is_instantiated(*instance))
      for (const clang::Decl *member : instance->decls())
        if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(member))
          if (const auto *constant = in(*enumeration))
            all.push_back(constant);
  name.consume_front("::");
  for (const clang::DeclContext *context = &scope_; context; context = context->getParent()) {
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(context);
    const std::string prefix = named && named->getDeclName() ? names_.qualified(*named) + "::" : "";
    const std::string wanted = without_spaces(prefix + name.str());
    for (const auto *constant : all) {
      const auto &enumeration = *llvm::cast<clang::EnumDecl>(constant->getDeclContext());
      if (without_spaces(names_.qualified(enumeration) + "::" + last.str()) == wanted ||
          (!enumeration.isScoped() && without_spaces(names_.qualified(*constant)) == wanted))
        return {constant};
    }
  }
  if (preferred) // qualified by another name of its scope
    return {preferred};
  return all;
}

bool ChoiceValues::add_number(LinkChoice &choice, const PlacedChoice &placed, const Link &link) const {
  const llvm::StringRef text = placed.value.text;
  std::int64_t number = 0;
  if (text.starts_with("'")) {
    choice.number = text[1];
  } else if (!text.getAsInteger(0, number)) {
    choice.number = number;
  } else if (!context_.Idents.get(text).hasMacroDefinition()) {
    const auto found = find_enumerators(text);
    if (found.size() == 1) {
      choice.number = found.front()->getInitVal().getExtValue();
      choice.value = names_.why_not_written(*found.front()).empty() ? names_.qualified(*found.front())
                                                                    : std::to_string(*choice.number);
    } else if ((choice.number = find_constant(scope_, context_.Idents.get(text)))) {
      choice.value = std::to_string(*choice.number);
    } else {
      error(context_.getDiagnostics(), placed.value.range.getBegin(),
            quoted(text) + (found.empty() ? " is neither a number nor the name of a constant"
                                          : " is an enumerator of several enumerations: name the one that is "
                                            "meant, 'enumeration::" +
                                                found.front()->getNameAsString() + "'"))
          << placed.value.range;
      return false;
    }
  }
  const auto same = [&](const LinkChoice &other) {
    return other.value == choice.value || (other.number && other.number == choice.number);
  };
  if (std::ranges::any_of(link.choices, same)) {
    error(context_.getDiagnostics(), placed.value.range.getBegin(), "duplicate value " + quoted(text))
        << placed.value.range;
    return false;
  }
  if (choice.number && !can_have(link.kind_field, *choice.number)) {
    error(context_.getDiagnostics(), placed.value.range.getBegin(),
          "the field " + quoted(link.kind_field.path) + " cannot have the value " + quoted(text) + ": it has " +
              plural(link.kind_field.width_bits, "bit") + (link.kind_field.is_signed ? ", one for the sign" : ""))
        << placed.value.range;
    return false;
  }
  return true;
}

} // namespace automap
