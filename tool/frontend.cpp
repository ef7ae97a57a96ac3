// Running Clang over the inputs. See frontend.h.
#include "frontend.h"

#include "annotations.h"
#include "builtin_headers.h"
#include "compile_commands.h"
#include "diagnose.h"
#include "mpi_headers.h"
#include "record_reader.h"
#include "report.h"
#include "type_selection.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <filesystem>

namespace automap {
namespace {

/// State of one run_survey() that the actions for the single inputs add to.
struct SurveyState {
  const SurveyRequest &request;
  SurveyResult &result;
  TypeSelection selection;
};

/// Headers that exist as files; the tool's own virtual ones are no concern of make.
class Dependencies : public clang::DependencyCollector {
public:
  /// `directory`: what relative paths are relative to, if that is not where automap runs.
  Dependencies(std::string directory, std::set<std::string> &out)
      : directory_(std::move(directory)), out_(out) {}

  bool needSystemDependencies() override { return true; }

  bool sawDependency(llvm::StringRef file, bool from_module, bool is_system, bool is_module_file,
                     bool is_missing) override {
    if (is_missing || file == stdin_name || file.starts_with(llvm::StringRef(resource_dir)) ||
        !DependencyCollector::sawDependency(file, from_module, is_system, is_module_file, is_missing))
      return false;
    llvm::SmallString<256> path = llvm::sys::path::remove_leading_dotslash(file);
    if (!directory_.empty())
      llvm::sys::fs::make_absolute(directory_, path);
    out_.insert(path.str().str());
    return false;
  }

private:
  std::string directory_;
  std::set<std::string> &out_;
};

/// Reads the records of one translation unit when Clang has parsed it.
class Reader : public clang::ASTConsumer {
public:
  Reader(clang::CompilerInstance &compiler, std::string input, SurveyState &state)
      : compiler_(compiler), input_(std::move(input)), state_(state) {
    compiler.getPreprocessor().addCommentHandler(&directives_);
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    clang::DiagnosticsEngine &diagnostics = compiler_.getDiagnostics();
    if (diagnostics.hasUncompilableErrorOccurred())
      return; // our own errors, about directives, do not count
    directives_.finish(diagnostics);
    state_.result.parsed = true;
    check_language(context);

    const Declarations declarations = collect_declarations(context);
    const Annotations annotations = attach(directives_.attached(), declarations, context, diagnostics);
    RecordReader reader(context, diagnostics, declarations, annotations.ignored,
                        state_.request.ignore_pointers, state_.result.survey);
    for (const Annotations::Use &use : annotations.uses)
      if (!state_.request.skip_included || compiler_.getSourceManager().isInMainFile(use.range.getBegin()))
        select(reader, *use.record, *use.name, use.range);
    for (const clang::RecordDecl *record : declarations.records)
      match(reader, *record, *record);
    for (const clang::NamedDecl *namer : declarations.namers)
      if (!llvm::isa<clang::FieldDecl>(namer) && record_named_by(*namer)->getDefinition())
        match(reader, *record_named_by(*namer), *namer);
    if (state_.request.all)
      for (const clang::RecordDecl *record : declarations.records)
        state_.result.survey.records[reader.read(*record)].listed = true;
    state_.result.survey.inputs.push_back({input_, include_directive()});
  }

private:
  /// Marks a record that --type names.
  void match(RecordReader &reader, const clang::RecordDecl &record, const clang::NamedDecl &name) {
    if (state_.request.type_patterns.empty() || !name.getDeclName() || name.getLocation().isInvalid())
      return;
    if (state_.selection.matches(name.getQualifiedNameAsString(),
                                 compiler_.getSourceManager().isInSystemHeader(name.getLocation())))
      select(reader, record, name, record.getSourceRange());
  }

  void select(RecordReader &reader, const clang::RecordDecl &record, const clang::NamedDecl &name,
              clang::SourceRange place) {
    Survey &survey = state_.result.survey;
    // An instance of a template may only have been named so far.
    if (!compiler_.getSema().isCompleteType(place.getBegin(),
                                            compiler_.getASTContext().getTypeDeclType(&record))) {
      error(compiler_.getDiagnostics(), place.getBegin(),
            "'" + name.getNameAsString() +
                "' is incomplete: its definition is not in this file or what it includes")
          << place;
      return;
    }
    const std::size_t index = reader.read(record);
    Record &chosen = survey.records[index];
    const Record::Datatype datatype = reader.datatype(record, name);
    if (std::ranges::any_of(chosen.datatypes, [&](const auto &other) { return other.name == datatype.name; }))
      return;
    if (chosen.datatypes.empty()) {
      if (!chosen.mapped)
        reader.report_refusal(index);
      const auto [scope, last] = llvm::StringRef(datatype.name).rsplit("::");
      chosen.name = last.empty() ? datatype.name : last.str();
      chosen.qualified = datatype.name;
    }
    chosen.datatypes.push_back(datatype);
    list(survey, index);
  }

  /// The record and all that it contains.
  static void list(Survey &survey, std::size_t index) {
    Record &record = survey.records[index];
    if (std::exchange(record.listed, true))
      return;
    for (const Field &field : record.fields)
      if (field.content == Field::Content::record)
        list(survey, field.record);
  }

  void check_language(const clang::ASTContext &context) {
    if (!state_.request.output_language)
      return;
    const bool is_cxx = context.getLangOpts().CPlusPlus;
    if (is_cxx == (*state_.request.output_language == Language::cxx))
      return;
    error(compiler_.getDiagnostics(), {},
          "'" + input_ + "' is parsed as " +
              (is_cxx ? "C++, but the output is C: name it '-o FILE.cpp'"
                      : "C, but the output is C++: name it '-o FILE.c'"));
  }

  /// How the generated header includes this input: by its name where both stand in one directory, as an
  /// include directory has it, or by the way from the one to the other.
  std::string include_directive() const {
    namespace fs = std::filesystem;
    if (input_ == "-" || !is_header(input_))
      return "";
    std::error_code failure;
    const fs::path input = fs::absolute(input_, failure).lexically_normal();
    const fs::path output = fs::absolute(state_.request.output_path, failure).lexically_normal();
    if (input.parent_path() == output.parent_path())
      return '"' + input.filename().string() + '"';
    bool angled = false;
    const std::string suggestion =
        compiler_.getPreprocessor().getHeaderSearchInfo().suggestPathToFileForDiagnostics(
            input.string(), working_directory(), output.string(), &angled);
    if (!suggestion.empty() && !llvm::sys::path::is_absolute(suggestion))
      return angled ? "<" + suggestion + ">" : '"' + suggestion + '"';
    return '"' + input.lexically_relative(output.parent_path()).generic_string() + '"';
  }

  std::string working_directory() const {
    const auto directory = compiler_.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory();
    return directory ? *directory : "";
  }

  clang::CompilerInstance &compiler_;
  std::string input_;
  SurveyState &state_;
  DirectiveCollector directives_;
};

class ReadAction : public clang::ASTFrontendAction {
public:
  ReadAction(std::string input, std::string directory, SurveyState &state)
      : input_(std::move(input)), directory_(std::move(directory)), state_(state) {}

protected:
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    // Debian's Clang prefers the builtin headers of its package to those of -resource-dir.
    for (auto &entry : compiler.getHeaderSearchOpts().UserEntries)
      if (llvm::StringRef(entry.Path).starts_with("/usr/include/clang/"))
        entry.Path = std::string(resource_dir) + "/include";
    compiler.addDependencyCollector(
        std::make_shared<Dependencies>(directory_, state_.result.survey.dependencies));
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Reader>(compiler, input_, state_);
  }

private:
  std::string input_;
  std::string directory_;
  SurveyState &state_;
};

/// Prints diagnostics and counts the errors, those of the driver included, which Clang's own count forgets.
class CountingPrinter : public clang::TextDiagnosticPrinter {
public:
  explicit CountingPrinter(clang::DiagnosticOptions &options)
      : TextDiagnosticPrinter(llvm::errs(), &options) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override {
    errors_ += level >= clang::DiagnosticsEngine::Error;
    TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
  }

  unsigned errors() const { return errors_; }

private:
  unsigned errors_ = 0;
};

/// Parses one input with one command line; false if that could not be begun or found errors.
bool run_clang(const std::string &input, const CompileCommand &command,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, SurveyState &state) {
  if (!command.directory.empty())
    files->setCurrentWorkingDirectory(command.directory);
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  options->ShowColors = llvm::errs().has_colors();
  CountingPrinter printer(*options);
  clang::tooling::ToolInvocation invocation(
      command.arguments, std::make_unique<ReadAction>(input, command.directory, state), manager.get());
  invocation.setDiagnosticOptions(options.get());
  invocation.setDiagnosticConsumer(&printer);
  return invocation.run() && printer.errors() == 0;
}

/// The file system that an input is read from: the machine's, Clang's headers, and standard input where that
/// is the input. Null, after a report, if the input is not there.
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
    overlay->pushOverlay(memory); // gives it the working directory
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
  auto commands = CompileCommands::create(request);
  if (!commands)
    return result;

  bool all_parsed = true;
  for (const std::string &input : request.inputs) {
    const auto files = files_for(input);
    const auto command = files ? commands->of(input) : std::nullopt;
    if (!command)
      return {};
    result.parsed = false;
    if (!run_clang(input, *command, with_mpi_headers(files), state))
      result.refused = true;
    if (!result.parsed)
      commands->suggest_another_language(input);
    all_parsed = all_parsed && result.parsed;
  }
  result.parsed = all_parsed;
  if (result.parsed && !state.selection.complete())
    result.refused = true;
  return result;
}

} // namespace automap
