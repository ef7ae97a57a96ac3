// Macros of gcc. See gcc_view.h.
#include "gcc_view.h"

#include "ast/gcc.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Lex/PreprocessorOptions.h"

#include "llvm/Support/VersionTuple.h"
#include "llvm/TargetParser/Triple.h"

#include <utility>
#include <vector>

namespace automap {

bool present_as_gcc(clang::CompilerInstance &compiler, const std::string &version) {
  clang::LangOptions &language = compiler.getLangOpts();
  llvm::VersionTuple parsed;
  if (parsed.tryParse(version) || language.GNUCVersion != gnuc_version_of_clang)
    return false;
  // With later versions, headers use types such as _Float32 in C++, which Clang does not have.
  if (language.CPlusPlus && parsed.getMajor() > 12)
    parsed = llvm::VersionTuple(12, 99, 0);
  language.GNUCVersion =
      100 * (100 * parsed.getMajor() + parsed.getMinor().value_or(0)) + parsed.getSubminor().value_or(0);

  std::vector<std::pair<std::string, bool>> macros;    // with whether they are undefined
  if (!language.CPlusPlus && parsed.getMajor() >= 7) { // with these, headers of the C library declare functions
    for (const auto &[name, type] : floats_of_gcc)
      macros.emplace_back((name + "=" + type).str(), false);
    const bool is_x86 = llvm::Triple(compiler.getTargetOpts().Triple).isX86();
    macros.emplace_back(is_x86 ? "_Float128=__float128" : "_Float128=long double", false);
  }
  auto &given = compiler.getPreprocessorOpts().Macros;
  given.insert(given.begin(), macros.begin(), macros.end());
  return true;
}

} // namespace automap
