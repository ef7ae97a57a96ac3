// Running Clang over the inputs. See survey.h.
#include "survey.h"

#include "annotations/selection_file.h"
#include "builtin_headers.h"
#include "compile_commands.h"
#include "model/report.h"
#include "mpi_headers.h"
#include "translation_unit.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <utility>

namespace automap {
namespace {

/// Returns the file system that an input is read from: the machine's, with Clang's headers, and with standard input if
/// that is the input. Reports an input that does not exist, and returns null.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_for(const std::string &input) {
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> physical = llvm::vfs::createPhysicalFileSystem();
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(physical);
  overlay->pushOverlay(builtin_headers());
  if (input == "-") {
    auto text = llvm::MemoryBuffer::getSTDIN();
    if (!text) {
      report_error() << "standard input: " << text.getError().message() << '\n';
      return nullptr;
    }
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    overlay->pushOverlay(memory); // first: an added file needs the working directory of the overlay
    memory->addFile(stdin_name, 0, std::move(*text));
  } else if (!physical->exists(input)) {
    report_error() << "no such file: '" << input << "'\n";
    return nullptr;
  }
  return overlay;
}

} // namespace

SurveyResult run_survey(const SurveyRequest &request) {
  SurveyResult result;
  SurveyState state{request, result, {}};
  for (const std::string &pattern : request.type_patterns)
    if (!state.selection.add(pattern))
      return result;
  if (!request.selection_file.empty()) {
    auto file = SelectionFile::read(request.selection_file);
    if (!file || !state.selection.add(std::move(*file)))
      return result;
    result.survey.dependencies.insert(request.selection_file);
  }
  auto commands = CompileCommands::create(request);
  if (!commands)
    return result;

  bool all_parsed = true;
  std::size_t number = 0;
  for (const std::string &input : request.inputs) {
    const auto files = files_for(input);
    auto command = files ? commands->command_for(input) : std::nullopt;
    if (!command)
      return {};
    result.parsed = false;
    show_progress("reading " + llvm::Twine(input) +
                  (request.inputs.size() == 1
                       ? ""
                       : " (" + std::to_string(++number) + " of " + std::to_string(request.inputs.size()) + ")"));
    const auto all_files = with_mpi_headers(files);
    if (!read_translation_unit(input, *command, all_files, state))
      result.refused = true;
    if (!result.parsed) {
      commands->suggest_another_language(input);
      const std::string version = std::exchange(command->gcc_version, "");
      if (!version.empty() && compiles(*command, all_files))
        report_note() << "'" << input << "' was read as by gcc " << version
                      << "; '--compiler=clang' reads it without these errors\n";
    }
    all_parsed = all_parsed && result.parsed;
  }
  result.parsed = all_parsed;
  if (result.parsed && !state.selection.check_all_matched())
    result.refused = true;
  return result;
}

} // namespace automap
