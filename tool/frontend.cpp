// Running Clang over the inputs. See frontend.h.
#include "frontend.h"

#include "annotations.h"
#include "builtin_headers.h"
#include "diagnose.h"
#include "mpi_headers.h"
#include "names.h"
#include "record_reader.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Driver/Options.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <filesystem>

namespace automap {
namespace {

constexpr llvm::StringRef stdin_name = "<stdin>";

llvm::raw_ostream &report_error() { return llvm::WithColor::error(llvm::errs(), "automap"); }

llvm::StringRef ref(std::string_view text) { return {text.data(), text.size()}; }

bool is_header(llvm::StringRef path) {
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  return path == "-" || extension.empty() || extension.starts_with_insensitive(".h") || extension == ".inc";
}

bool is_cxx_header(llvm::StringRef path) {
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  return is_header(path) && extension.size() > 2;
}

/// Names that --type matches, and what was matched, over all inputs.
class TypeSelection {
public:
  /// The user may write "struct cmdline" as C does.
  bool add(llvm::StringRef pattern) {
    for (const char *keyword : {"struct ", "class ", "union "})
      pattern.consume_front(keyword);
    auto glob = llvm::GlobPattern::create(pattern);
    if (!glob) {
      report_error() << "--type '" << pattern << "': " << llvm::toString(glob.takeError()) << '\n';
      return false;
    }
    patterns_.push_back({pattern.str(), std::move(*glob), false});
    return true;
  }

  /// A glob is not meant to reach into system headers.
  bool matches(llvm::StringRef name, bool in_system_header) {
    names_.insert(name.str());
    bool any = false;
    for (Pattern &pattern : patterns_)
      if (in_system_header ? pattern.text == name : pattern.glob.match(name)) {
        pattern.matched = true;
        any = true;
      }
    return any;
  }

  /// Reports patterns that nothing matched; true if there are none.
  bool complete() const {
    bool complete = true;
    for (const Pattern &pattern : patterns_) {
      if (pattern.matched)
        continue;
      complete = false;
      report_error() << "--type '" << pattern.text << "' matches no complete struct" << nearest(pattern.text)
                     << '\n';
    }
    return complete;
  }

private:
  struct Pattern {
    std::string text;
    llvm::GlobPattern glob;
    bool matched;
  };

  std::string nearest(llvm::StringRef wanted) const {
    unsigned best_distance = 2 + static_cast<unsigned>(wanted.size()) / 3;
    llvm::StringRef best;
    for (const std::string &name : names_) {
      const unsigned distance = wanted.edit_distance_insensitive(name, true, best_distance);
      if (distance < best_distance) {
        best_distance = distance;
        best = name;
      }
    }
    return best.empty() ? "" : "; did you mean '" + best.str() + "'?";
  }

  std::vector<Pattern> patterns_;
  std::set<std::string> names_;
};

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
    if (is_missing || file == stdin_name || file.starts_with(ref(resource_dir)) ||
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
      chosen.name = llvm::StringRef(datatype.name).rsplit("::").second.empty()
                        ? datatype.name
                        : llvm::StringRef(datatype.name).rsplit("::").second.str();
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

/// Does the user's own command line choose a language?
bool chooses_language(const std::vector<std::string> &args) {
  return std::ranges::any_of(
      args, [](llvm::StringRef arg) { return arg.starts_with("-x") || arg == "--language"; });
}

bool has_cxx_standard(const std::vector<std::string> &args) {
  return std::ranges::any_of(
      args, [](llvm::StringRef arg) { return arg.starts_with("-std=c++") || arg.starts_with("-std=gnu++"); });
}

bool is_read_as_c_by_default(const std::string &file, const SurveyRequest &request) {
  return is_header(file) && !is_cxx_header(file) && !chooses_language(request.compiler_args) &&
         !has_cxx_standard(request.compiler_args) && request.output_language != Language::cxx;
}

/// For a header that does not compile: is it C++, and nobody said so?
void suggest_cxx(const std::string &file) {
  const auto text = llvm::MemoryBuffer::getFile(file);
  if (text &&
      llvm::Regex(
          "(^|[^A-Za-z_])(namespace|template|class|using|public:)[^A-Za-z_]|<(c[a-z]+|vector|array|string)>")
          .match((*text)->getBuffer()))
    llvm::WithColor::note(llvm::errs(), "automap")
        << "'" << file << "' was read as C; if it is C++, say '-o FILE.cpp' or '-- -x c++'\n";
}

/// The command line that parses one input, before the tool's own additions.
std::vector<std::string> plain_command(const std::string &file, const SurveyRequest &request) {
  // Clang looks for the C++ library of GCC from where it believes to be.
  std::vector<std::string> command = {"/usr/bin/clang"};
  command.insert(command.end(), request.compiler_args.begin(), request.compiler_args.end());
  if (!chooses_language(request.compiler_args) && is_header(file == stdin_name ? "-" : file)) {
    const bool cxx = is_cxx_header(file) || request.output_language == Language::cxx ||
                     (!request.output_language && has_cxx_standard(request.compiler_args));
    command.push_back(cxx ? "-xc++-header" : "-xc-header");
  }
  command.push_back(file);
  return command;
}

std::vector<std::string> adjust(std::vector<std::string> command, llvm::StringRef file) {
  using namespace clang::tooling;
  const auto adjusters =
      combineAdjusters(combineAdjusters(getClangStripOutputAdjuster(), getClangStripDependencyFileAdjuster()),
                       getClangSyntaxOnlyAdjuster());
  command = adjusters(command, file);
  command.insert(command.begin() + 1,
                 {"-resource-dir", std::string(resource_dir), "-idirafter", std::string(mpi_include_dir)});
  return command;
}

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

/// Inputs and outputs among the compiler arguments would be silently dropped or confuse Clang's driver.
bool are_only_options(const std::vector<std::string> &compiler_args) {
  namespace driver = clang::driver;
  std::vector<const char *> argv;
  for (const std::string &argument : compiler_args)
    argv.push_back(argument.c_str());
  unsigned missing_index = 0, missing_count = 0;
  const llvm::opt::InputArgList args = driver::getDriverOptTable().ParseArgs(
      argv, missing_index, missing_count, llvm::opt::Visibility(driver::options::ClangOption));
  bool only_options = true;
  for (const llvm::opt::Arg *argument : args.filtered(driver::options::OPT_INPUT, driver::options::OPT_o)) {
    report_error() << "'" << argument->getAsString(args)
                   << "' is no compiler option: inputs and -o stand before '--'\n";
    only_options = false;
  }
  return only_options;
}

/// Parses one input with one command line; false if that could not be begun or found errors.
bool run_clang(const std::string &input, std::vector<std::string> command, const std::string &directory,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, SurveyState &state) {
  if (!directory.empty())
    files->setCurrentWorkingDirectory(directory);
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  options->ShowColors = llvm::errs().has_colors();
  CountingPrinter printer(*options);
  clang::tooling::ToolInvocation invocation(adjust(std::move(command), input),
                                            std::make_unique<ReadAction>(input, directory, state),
                                            manager.get());
  invocation.setDiagnosticOptions(options.get());
  invocation.setDiagnosticConsumer(&printer);
  return invocation.run() && printer.errors() == 0;
}

} // namespace

SurveyResult run_survey(const SurveyRequest &request) {
  SurveyResult result;
  SurveyState state{request, result, {}};
  if (!are_only_options(request.compiler_args))
    return result;
  for (const std::string &pattern : request.type_patterns)
    if (!state.selection.add(pattern))
      return result;

  std::unique_ptr<clang::tooling::CompilationDatabase> database;
  if (request.build_dir) {
    std::string message;
    database = clang::tooling::CompilationDatabase::loadFromDirectory(*request.build_dir, message);
    if (!database) {
      report_error() << "-p " << *request.build_dir << ": " << message << '\n';
      return result;
    }
    database = clang::tooling::inferMissingCompileCommands(std::move(database));
  }

  bool all_parsed = true;
  for (const std::string &input : request.inputs) {
    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> physical = llvm::vfs::createPhysicalFileSystem();
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(physical);
    overlay->pushOverlay(builtin_headers());
    std::string file = input;
    if (input == "-") {
      auto text = llvm::MemoryBuffer::getSTDIN();
      if (!text) {
        report_error() << "standard input: " << text.getError().message() << '\n';
        return {};
      }
      auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
      overlay->pushOverlay(memory); // gives it the working directory
      memory->addFile(stdin_name, 0, std::move(*text));
      file = stdin_name.str();
    } else if (!physical->exists(input)) {
      report_error() << "no such file: '" << input << "'\n";
      return {};
    }
    std::vector<std::string> command = plain_command(file, request);
    std::string directory;
    if (database && input != "-") {
      const std::string absolute = clang::tooling::getAbsolutePath(input);
      const auto commands = database->getCompileCommands(absolute);
      if (commands.empty()) {
        report_error() << "-p " << *request.build_dir << ": no compile command for '" << input << "'\n";
        return {};
      }
      command = commands.front().CommandLine;
      directory = clang::tooling::getAbsolutePath(commands.front().Directory);
      // Behind the database's own, so that ours win.
      command.insert(std::ranges::find(command, "--"), request.compiler_args.begin(), request.compiler_args.end());
    }
    result.parsed = false;
    if (!run_clang(input, std::move(command), directory, with_mpi_headers(overlay), state))
      result.refused = true;
    if (!result.parsed && !database && is_read_as_c_by_default(input, request))
      suggest_cxx(input);
    all_parsed = all_parsed && result.parsed;
  }
  result.parsed = all_parsed;
  if (result.parsed && !state.selection.complete())
    result.refused = true;
  return result;
}

} // namespace automap
