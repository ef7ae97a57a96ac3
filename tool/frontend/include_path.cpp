// Paths of include directives. See include_path.h.
#include "include_path.h"

#include "compile_commands.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

#include "llvm/Support/Path.h"

#include <filesystem>
#include <vector>

namespace automap {
namespace {

std::string working_directory(const clang::CompilerInstance &compiler) {
  const auto directory = compiler.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory();
  return directory ? *directory : "";
}

/// Whether `include` leads a file in the directory `from` to `input`, not to another file of that name.
bool leads_to(const std::filesystem::path &input, const std::string &include, bool angled,
              const std::filesystem::path &from, const clang::CompilerInstance &compiler) {
  namespace fs = std::filesystem;
  const clang::HeaderSearch &search = compiler.getPreprocessor().getHeaderSearchInfo();
  std::vector<fs::path> directories;
  if (!angled)
    directories.push_back(from);
  for (auto directory = angled ? search.angled_dir_begin() : search.search_dir_begin();
       directory != search.search_dir_end(); ++directory)
    directories.push_back(working_directory(compiler) / fs::path(directory->getName().str()));
  std::error_code failure;
  for (const fs::path &directory : directories)
    if (fs::exists(directory / include, failure))
      return fs::equivalent(directory / include, input, failure);
  return false;
}

} // namespace

std::string include_path(const std::string &input, const std::string &output, const clang::CompilerInstance &compiler) {
  namespace fs = std::filesystem;
  if (input == "-" || !is_header(input))
    return "";
  std::error_code failure;
  const fs::path from = fs::absolute(input, failure).lexically_normal();
  const fs::path to = fs::absolute(output, failure).lexically_normal();
  if (from.parent_path() == to.parent_path())
    return '"' + from.filename().string() + '"';
  bool angled = false;
  const std::string suggestion = compiler.getPreprocessor().getHeaderSearchInfo().suggestPathToFileForDiagnostics(
      from.string(), working_directory(compiler), to.string(), &angled);
  if (!suggestion.empty() && !llvm::sys::path::is_absolute(suggestion) &&
      leads_to(from, suggestion, angled, to.parent_path(), compiler))
    return angled ? "<" + suggestion + ">" : '"' + suggestion + '"';
  return '"' + from.lexically_relative(to.parent_path()).generic_string() + '"';
}

} // namespace automap
