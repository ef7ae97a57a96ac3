// Reading one input. See translation_unit.h.
#include "translation_unit.h"

#include "annotations/annotations.h"
#include "annotations/selected_types.h"
#include "ast/diagnose.h"
#include "builtin_headers.h"
#include "counting_printer.h"
#include "gcc_macros.h"
#include "gcc_view.h"
#include "include_guard.h"
#include "include_path.h"
#include "model/hint.h"
#include "model/quoted.h"
#include "model/report.h"
#include "records/object_reader.h"
#include "records/requested_records.h"
#include "storage_order.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

namespace automap {
namespace {

/// Collects headers that exist as files, for make: those that automap brings do not.
class Dependencies : public clang::DependencyCollector {
public:
  /// Relative paths begin in `directory`, or if it is empty, where automap runs.
  Dependencies(std::string directory, std::set<std::string> &out) : directory_(std::move(directory)), out_(out) {}

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

/// Reads the records of one translation unit after Clang has parsed it.
class Reader : public clang::ASTConsumer {
public:
  Reader(clang::CompilerInstance &compiler, std::string input, const CountingPrinter &printer, SurveyState &state)
      : compiler_(compiler), input_(std::move(input)), printer_(printer), state_(state), guard_(compiler) {
    compiler.getPreprocessor().addCommentHandler(&directives_);
    storage_order_.follow(compiler.getPreprocessor());
  }

  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    if (auto *record = llvm::dyn_cast<clang::RecordDecl>(tag))
      storage_order_.apply_to(*record);
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!printer_.compiles())
      return;
    const SurveyRequest &request = state_.request;
    Survey &survey = state_.result.survey;
    directives_.finish(compiler_.getDiagnostics());
    state_.result.parsed = true;
    check_language(context);

    const Declarations declarations = collect_declarations(context);
    Annotations annotations = attach(directives_.attached(), declarations, context, compiler_.getPreprocessor());
    ReadingOptions options{request.ignore_pointers,
                           request.autolink,
                           request.objects && context.getLangOpts().CPlusPlus,
                           complete_type(),
                           keys_place(),
                           printer_.error_places(),
                           [&sema = compiler_.getSema()](const clang::CXXRecordDecl &record) {
                             return sema.LookupDefaultConstructor(const_cast<clang::CXXRecordDecl *>(&record));
                           }};
    if (request.skip_included)
      forget_included(annotations);
    const TypeNames names(context, compiler_.getPreprocessor(), declarations);
    add_selected_types(state_.selection, names, declarations, options.complete, context, annotations);

    ReadingContext reading(context, names, annotations, declarations, std::move(options), survey);
    RecordReader reader(reading);
    ObjectReader objects(reading, declarations);
    RequestedRecords requested(reading, reader, objects);
    for (const Annotations::Use &use : annotations.uses)
      requested.add(use);
    for (const Annotations::View &view : annotations.views)
      requested.add_view(view);
    if (request.all)
      requested.list_all(declarations, request.system_headers);
    if (request.autolink)
      requested.add_nodes();
    objects.finish();

    if (survey.inputs.empty())
      survey.headers_before = find_headers_before();
    const std::string include = include_path(input_, request.output_path, compiler_);
    if (!include.empty() && request.output_language && printer_.errors() == 0)
      guard_.warn(declarations);
    if (request.output_language && !include.empty() && !is_includable(include.substr(1, include.size() - 2)))
      error(compiler_.getDiagnostics(), {},
            "'" + input_ + "' cannot be included by generated code: its path may have none of \" \\ > */");
    survey.inputs.push_back({input_, include});
    if (request.output_language)
      collect_macros();
  }

private:
  void check_language(const clang::ASTContext &context) {
    if (!state_.request.output_language)
      return;
    const bool is_cxx = context.getLangOpts().CPlusPlus;
    if (is_cxx == (*state_.request.output_language == Language::cxx))
      return;
    error(compiler_.getDiagnostics(), {},
          "'" + input_ + "' is parsed as " +
              (is_cxx ? "C++, but the output is C: name it '-o FILE.cpp', or read the header as C with '-- -x c'"
                      : "C, but the output is C++: name it '-o FILE.c', or read the header as C++ with '-- -x c++'"));
  }

  CompleteType complete_type() const {
    return [&sema = compiler_.getSema()](const clang::TagDecl &tag, clang::SourceLocation place) {
      if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(&tag))
        return !sema.RequireCompleteEnumDecl(const_cast<clang::EnumDecl *>(enumeration), place);
      return sema.isCompleteType(place, sema.getASTContext().getTypeDeclType(&tag));
    };
  }

  std::string keys_place() const {
    return automap::keys_place(state_.request.selection_file,
                               !state_.request.type_patterns.empty() && directives_.attached().empty());
  }

  std::vector<std::string> find_headers_before() const {
    std::vector<std::string> out;
    for (const std::string &header : headers_before(state_.request.compiler_args)) {
      const bool is_here = compiler_.getVirtualFileSystem().exists(header);
      const std::string include = is_here ? include_path(header, state_.request.output_path, compiler_) : "";
      out.push_back(include.empty() ? "<" + header + ">" : include);
    }
    return out;
  }

  void forget_included(Annotations &annotations) const {
    const auto included = [&](const Annotations::Use &use) {
      return !compiler_.getSourceManager().isInMainFile(compiler_.getSourceManager().getFileLoc(use.range.getBegin()));
    };
    std::erase_if(annotations.uses, included);
    std::erase_if(annotations.views, [&](const Annotations::View &view) { return included(view.use); });
  }

  /// Collects macros that are plain words, which headers and code after the inputs may use as names.
  void collect_macros() {
    const clang::SourceManager &sources = compiler_.getSourceManager();
    const clang::Preprocessor &preprocessor = compiler_.getPreprocessor();
    const auto is_lower = [](char c) { return llvm::isLower(c) || llvm::isDigit(c); };
    for (const auto &macro : preprocessor.macros(false)) {
      const clang::MacroInfo *info = preprocessor.getMacroInfo(macro.first);
      const llvm::StringRef name = macro.first->getName();
      if (!info || !info->isObjectLike() || info->isBuiltinMacro() || info->isUsedForHeaderGuard() ||
          !llvm::all_of(name, is_lower))
        continue;
      const clang::SourceLocation place = info->getDefinitionLoc();
      if (!sources.isInSystemHeader(place) && !sources.isWrittenInBuiltinFile(place) &&
          !sources.isWrittenInCommandLineFile(place))
        state_.result.survey.macros.insert(name.str());
    }
  }

  clang::CompilerInstance &compiler_;
  std::string input_;
  const CountingPrinter &printer_;
  SurveyState &state_;
  IncludeGuard guard_;
  DirectiveCollector directives_;
  StorageOrderPragma storage_order_;
};

/// Prepares for parsing declarations alone, as the compiler of the command would. Returns whether Clang presents itself
/// as gcc.
bool prepare(clang::CompilerInstance &compiler, const CompileCommand &command) {
  compiler.getFrontendOpts().SkipFunctionBodies = true;
  // Debian's Clang prefers the builtin headers of its package to those in -resource-dir.
  const std::string own_headers = std::string(resource_dir) + "/include";
  for (auto &entry : compiler.getHeaderSearchOpts().UserEntries)
    if (llvm::StringRef(entry.Path).starts_with("/usr/include/clang/"))
      entry.Path = own_headers;
  return !command.gcc_version.empty() && present_as_gcc(compiler, command.gcc_version);
}

class ReadAction : public clang::ASTFrontendAction {
public:
  ReadAction(std::string input, const CompileCommand &command, const CountingPrinter &printer, SurveyState &state)
      : input_(std::move(input)), command_(command), printer_(printer), state_(state) {}

protected:
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    is_presented_as_gcc_ = prepare(compiler, command_);
    compiler.addDependencyCollector(
        std::make_shared<Dependencies>(command_.directory, state_.result.survey.dependencies));
    if (compiler.getLangOpts().CPlusPlus)
      append_to_input(compiler, state_.selection.aliases());
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    if (is_presented_as_gcc_)
      use_gcc_macros(compiler.getPreprocessor(), command_.compiler);
    return std::make_unique<Reader>(compiler, input_, printer_, state_);
  }

private:
  static void append_to_input(clang::CompilerInstance &compiler, const std::string &text) {
    const std::string path = compiler.getFrontendOpts().Inputs.front().getFile().str();
    const auto buffer = compiler.getVirtualFileSystem().getBufferForFile(path);
    if (!text.empty() && buffer)
      compiler.getPreprocessorOpts().addRemappedFile(
          path, llvm::MemoryBuffer::getMemBufferCopy(((*buffer)->getBuffer() + text).str(), path).release());
  }

  std::string input_;
  const CompileCommand &command_;
  const CountingPrinter &printer_;
  SurveyState &state_;
  bool is_presented_as_gcc_ = false;
};

class ParseAction : public clang::SyntaxOnlyAction {
public:
  explicit ParseAction(const CompileCommand &command) : command_(command) {}

protected:
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    prepare(compiler, command_);
    return true;
  }

private:
  const CompileCommand &command_;
};

} // namespace

bool read_translation_unit(const std::string &input, const CompileCommand &command,
                           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, SurveyState &state) {
  if (!command.directory.empty())
    files->setCurrentWorkingDirectory(command.directory);
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  options->ShowColors = wants_colour(llvm::errs());
  CountingPrinter printer(*options, state.selection, state.request.output_path);
  state.selection.begin_input();
  clang::tooling::ToolInvocation invocation(
      command.arguments, std::make_unique<ReadAction>(input, command, printer, state), manager.get());
  invocation.setDiagnosticOptions(options.get());
  invocation.setDiagnosticConsumer(&printer);
  return invocation.run() && printer.errors() == 0;
}

bool compiles(const CompileCommand &command, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), std::move(files));
  std::vector<std::string> arguments = command.arguments;
  arguments.insert(arguments.begin() + 1, "-fno-caret-diagnostics"); // Clang prints no number of errors then
  clang::tooling::ToolInvocation invocation(arguments, std::make_unique<ParseAction>(command), manager.get());
  clang::DiagnosticConsumer silent; // counts errors alone
  invocation.setDiagnosticConsumer(&silent);
  return invocation.run();
}

} // namespace automap
