// Hiding Clang's macros, and asking gcc. See gcc_macros.h.
#include "gcc_macros.h"

#include "builtin_headers.h"
#include "other_compilers.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace automap {
namespace {

using clang::IdentifierInfo;
using clang::MacroInfo;
using llvm::StringRef;

/// The names that gcc's preprocessor has without a #define, with the first version that has them.
constexpr std::pair<llvm::StringLiteral, unsigned> names_of_gcc[] = {
    {"__BASE_FILE__", 0},  {"__COUNTER__", 0},         {"__DATE__", 0},
    {"__FILE__", 0},       {"__FLT_EVAL_METHOD__", 0}, {"__INCLUDE_LEVEL__", 0},
    {"__LINE__", 0},       {"__TIMESTAMP__", 0},       {"__TIME__", 0},
    {"_Pragma", 0},        {"__has_include", 5},       {"__has_include_next", 5},
    {"__FILE_NAME__", 12}, {"__has_embed", 15}};

/// Those whose values depend on the compiler.
constexpr std::pair<llvm::StringLiteral, unsigned> operators_of_gcc[] = {
    {"__has_attribute", 5},    {"__has_cpp_attribute", 5}, {"__has_builtin", 10},
    {"__has_c_attribute", 11}, {"__has_extension", 14},    {"__has_feature", 14}};

/// Whether Clang defines the macro by itself, and this version of gcc does not.
bool is_defined_by_clang_alone(StringRef name, unsigned gcc_version, const llvm::Triple &target) {
  const auto begins = [&](const char *text) { return name.starts_with(text); };
  if (begins("__clang_") || begins("__CLANG_") || begins("__FPCLASS_") || begins("__MEMORY_SCOPE_") ||
      begins("__OPENCL_") || name.ends_with("_C_SUFFIX__") || name.drop_back(3).ends_with("_FMT"))
    return true;
  if (begins("__FLT16_"))
    return target.isX86() && gcc_version < 12;
  if (name == "__GCC_CONSTRUCTIVE_SIZE" || name == "__GCC_DESTRUCTIVE_SIZE")
    return gcc_version < 12;
  if (name == "__BITINT_MAXWIDTH__")
    return gcc_version < 14;
  if (begins("__STDC_EMBED_"))
    return gcc_version < 15;
  if (name == "__LITTLE_ENDIAN__" || name == "__BIG_ENDIAN__" || name == "__FLOAT128__")
    return !target.isPPC();
  return llvm::is_contained({"__llvm__", "__BOOL_WIDTH__", "__CONSTANT_CFSTRINGS__", "__LLONG_WIDTH__",
                             "__NO_MATH_INLINES", "__OBJC_BOOL_IS_BOOL", "__POINTER_WIDTH__", "__UINTMAX_WIDTH__",
                             "__UINTPTR_WIDTH__", "__WINT_UNSIGNED__", "__private_extern__", "__tune_k8__"},
                            name);
}

/// Returns names that stand alone in parentheses: those in __has_attribute(packed), HAS_ATTRIBUTE(gnu::packed).
std::set<std::string> names_in_parentheses(StringRef text) {
  std::set<std::string> out;
  while (!text.empty()) {
    text = text.split('(').second.ltrim(" \t");
    const StringRef name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == ':'; });
    if (!name.empty() && !llvm::isDigit(name.front()) && text.substr(name.size()).ltrim(" \t").starts_with(")"))
      out.insert(name.str());
  }
  return out;
}

class GccMacros : public clang::PPCallbacks {
public:
  GccMacros(clang::Preprocessor &preprocessor, std::string gcc)
      : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()), gcc_(std::move(gcc)),
        version_(preprocessor.getLangOpts().GNUCVersion / 10000) {}

  void FileChanged(clang::SourceLocation place, FileChangeReason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(place));
    // The macros of Clang and of the command line are no file, and are read between two entries into the main file.
    if (!file || preprocessor_.getPredefinesFileID().isInvalid())
      return;
    if (!is_begun_)
      begin();
    enter(file->getName().starts_with(StringRef(resource_dir)) ? Macros::of_clang
          : kind == clang::SrcMgr::C_User                      ? Macros::of_gcc
                                                               : Macros::of_system);
  }

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition, clang::SourceRange,
                    const clang::MacroArgs *arguments) override {
    if (!asking_ || definition.getMacroInfo() != asking_ || !arguments)
      return;
    const clang::SourceLocation place = sources_.getSpellingLoc(arguments->getUnexpArgument(0)->getLocation());
    std::string argument;
    const IdentifierInfo *last = nullptr;
    // gcc expands macros in the argument, and so does Clang, which caches the result.
    for (const clang::Token &token : const_cast<clang::MacroArgs *>(arguments)->getPreExpArgument(0, preprocessor_)) {
      if (token.is(clang::tok::eof))
        break;
      argument += preprocessor_.getSpelling(token);
      last = token.getIdentifierInfo();
    }
    const StringRef operation = name.getIdentifierInfo()->getName();
    long value = value_of(operation, argument, place);
    // What Clang does not have it cannot read either.
    if (operation == "__has_builtin" && last && last->getBuiltinID() == 0 &&
        last->getTokenID() == clang::tok::identifier)
      value = 0;
    define(answer_, number(value));
  }

private:
  enum class Macros { of_clang, of_system, of_gcc };

  /// A name with two definitions; null: it is not defined.
  struct Name {
    IdentifierInfo *name;
    MacroInfo *other; // the one that is not in use
  };
  struct Operator {
    IdentifierInfo *name;
    MacroInfo *of_clang;
  };

  /// Finds the macros to hide. All macros that Clang and the command line define are defined, and no others.
  void begin() {
    is_begun_ = true;
    for (const auto &[name, since] : operators_of_gcc) {
      IdentifierInfo *const identifier = preprocessor_.getIdentifierInfo(name);
      MacroInfo *const of_clang = preprocessor_.getMacroInfo(identifier);
      if (version_ < since || (of_clang && !of_clang->isBuiltinMacro())) // the user has defined it
        continue;
      operators_.push_back({identifier, of_clang});
      swapped_.push_back({identifier, of_clang});
    }
    for (const auto &macro : preprocessor_.macros(false)) {
      auto *const name = const_cast<IdentifierInfo *>(macro.first);
      const MacroInfo *const info = preprocessor_.getMacroInfo(name);
      if (info && is_hidden(name->getName(), *info))
        swapped_.push_back({name, nullptr});
    }
    answer_ = preprocessor_.getIdentifierInfo("__automap_answer");
    asking_ = macro_of(answer_->getName(), clang::tok::identifier, answer_);
    asking_->setIsFunctionLike();
    asking_->setIsC99Varargs();
    asking_->setParameterList({preprocessor_.getIdentifierInfo("__VA_ARGS__")}, memory_);
  }

  bool is_hidden(StringRef name, const MacroInfo &info) const {
    if (info.isBuiltinMacro()) {
      const auto has = [&](const auto &known) { return known.first == name && known.second <= version_; };
      return llvm::none_of(names_of_gcc, has) && llvm::none_of(operators_of_gcc, has);
    }
    if (!sources_.isWrittenInBuiltinFile(info.getDefinitionLoc()))
      return false;
    return (name == "__GNUC_GNU_INLINE__" && preprocessor_.getLangOpts().CPlusPlus) ||
           is_defined_by_clang_alone(name, version_, preprocessor_.getTargetInfo().getTriple());
  }

  void enter(Macros macros) {
    if (macros == macros_)
      return;
    if (macros == Macros::of_clang || macros_ == Macros::of_clang)
      for (Name &each : swapped_) {
        MacroInfo *const used = preprocessor_.getMacroInfo(each.name);
        define(each.name, std::exchange(each.other, used));
      }
    macros_ = macros;
    if (macros == Macros::of_clang)
      return;
    for (const Operator &each : operators_) { // unless a header has defined it anew
      MacroInfo *const used = preprocessor_.getMacroInfo(each.name);
      if (used == each.of_clang || used == asking_)
        define(each.name, macros == Macros::of_gcc ? asking_ : each.of_clang);
    }
  }

  /// Defines a macro, or undefines it if `info` is null.
  void define(IdentifierInfo *name, MacroInfo *info) {
    if (info)
      preprocessor_.appendDefMacroDirective(name, info);
    else if (preprocessor_.getMacroInfo(name))
      preprocessor_.appendMacroDirective(name, new (memory_) clang::UndefMacroDirective(asking_->getDefinitionLoc()));
  }

  /// Returns a macro that expands to one token.
  MacroInfo *macro_of(StringRef text, clang::tok::TokenKind kind, IdentifierInfo *identifier = nullptr) {
    clang::Token token;
    token.startToken();
    token.setKind(kind);
    preprocessor_.CreateString(text, token);
    if (identifier)
      token.setIdentifierInfo(identifier);
    MacroInfo *const info = preprocessor_.AllocateMacroInfo(token.getLocation());
    info->setTokens({token}, memory_);
    return info;
  }

  MacroInfo *number(long value) {
    MacroInfo *&info = numbers_[value];
    if (!info)
      info = macro_of(std::to_string(value), clang::tok::numeric_constant);
    return info;
  }

  /// Returns the value of operation(argument) to gcc. Asks for all that the file at `place` may ask about at once.
  long value_of(StringRef operation, const std::string &argument, clang::SourceLocation place) {
    const std::string question = (operation + "(" + argument + ")").str();
    if (const auto known = values_.find(question); known != values_.end())
      return known->second;
    std::vector<std::string> questions = {question};
    for (const std::string &name : names_in_parentheses(sources_.getBufferData(sources_.getFileID(place))))
      for (const Operator &each : operators_)
        questions.push_back((each.name->getName() + "(" + name + ")").str());
    llvm::erase_if(questions, [&](const std::string &each) { return values_.contains(each); });
    const std::vector<long> values = operator_values(gcc_, preprocessor_.getLangOpts().CPlusPlus, questions);
    for (std::size_t i = 0; i < questions.size(); ++i)
      values_[questions[i]] = values[i];
    return values_[question];
  }

  clang::Preprocessor &preprocessor_;
  const clang::SourceManager &sources_;
  std::string gcc_;
  unsigned version_; // of gcc, major
  // Of the macros. Clang's library does not know what our code, built with the address sanitizer, does with its own.
  llvm::BumpPtrAllocator memory_;

  bool is_begun_ = false;
  Macros macros_ = Macros::of_clang; // in use
  std::vector<Name> swapped_;        // differ between Clang's headers and others
  std::vector<Operator> operators_;
  MacroInfo *asking_ = nullptr;      // defines operators in headers of the user: expands to answer_
  IdentifierInfo *answer_ = nullptr; // is defined when an operator is used
  std::map<long, MacroInfo *> numbers_;
  std::map<std::string, long> values_; // of operators, as gcc has said
};

} // namespace

void use_gcc_macros(clang::Preprocessor &preprocessor, std::string gcc) {
  preprocessor.addPPCallbacks(std::make_unique<GccMacros>(preprocessor, std::move(gcc)));
}

} // namespace automap
