// Running Clang over the inputs. See frontend.h.
#include "frontend.h"

#include "annotations/annotations.h"
#include "annotations/type_selection.h"
#include "ast/diagnose.h"
#include "builtin_headers.h"
#include "compile_commands.h"
#include "diagnostics.h"
#include "include_guard.h"
#include "model/hint.h"
#include "model/quoted.h"
#include "model/report.h"
#include "mpi_headers.h"
#include "records/record_reader.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

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
  Reader(clang::CompilerInstance &compiler, std::string input, const CountingPrinter &printer,
         SurveyState &state)
      : compiler_(compiler), input_(std::move(input)), printer_(printer), state_(state), guard_(compiler) {
    compiler.getPreprocessor().addCommentHandler(&directives_);
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!printer_.compiles())
      return;
    directives_.finish(compiler_.getDiagnostics());
    state_.result.parsed = true;
    check_language(context);

    const Declarations declarations = collect_declarations(context);
    Annotations annotations =
        attach(directives_.attached(), declarations, context, compiler_.getPreprocessor());
    const std::vector<clang::SourceLocation> wrong_directives = printer_.error_places();
    if (state_.request.skip_included)
      forget_included(annotations);
    const TypeNames names(context, compiler_.getPreprocessor(), declarations);
    match_all(names, declarations, annotations);

    RecordReader reader(context, names, annotations, declarations,
                        {state_.request.ignore_pointers, state_.request.autolink,
                         [&](const clang::TagDecl &tag) {
                           clang::Sema &sema = compiler_.getSema();
                           if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(&tag))
                             return !sema.RequireCompleteEnumDecl(const_cast<clang::EnumDecl *>(enumeration),
                                                                  tag.getLocation());
                           return sema.isCompleteType(tag.getLocation(), context.getTypeDeclType(&tag));
                         },
                         keys_place(), wrong_directives},
                        state_.result.survey);
    for (const Annotations::Use &use : annotations.uses)
      select(reader, names, use);
    for (const Annotations::View &view : annotations.views)
      select_view(reader, names, view);
    if (state_.request.all)
      for (const clang::RecordDecl *record : declarations.records)
        state_.result.survey.records[reader.read(*record)].listed = true;
    if (state_.request.autolink) {
      reader.follow_links();
      add_nodes(reader, names);
      for (std::size_t i = 0; i < state_.result.survey.records.size(); ++i)
        if (state_.result.survey.records[i].listed)
          reader.findings().report_notices(i); // of what links lead to
    }
    const std::string include = include_directive();
    if (!include.empty() && state_.request.output_language && printer_.errors() == 0)
      guard_.warn(declarations);
    state_.result.survey.inputs.push_back({input_, include});
    if (state_.request.output_language)
      collect_macros();
  }

private:
  /// Those that headers and code behind the inputs may mean as names.
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

  void forget_included(Annotations &annotations) const {
    const auto included = [&](const Annotations::Use &use) {
      return !compiler_.getSourceManager().isInMainFile(
          compiler_.getSourceManager().getFileLoc(use.range.getBegin()));
    };
    std::erase_if(annotations.uses, included);
    std::erase_if(annotations.views, [&](const Annotations::View &view) { return included(view.of); });
  }

  /// Adds what --type and --select ask for.
  void match_all(const TypeNames &names, const Declarations &declarations, Annotations &annotations) {
    if (state_.selection.empty())
      return;
    for (const Annotations::Use &use : annotations.uses)
      marked_[use.record->getCanonicalDecl()].push_back(use.name);
    if (const auto &file = state_.selection.file())
      file_begin_ = compiler_.getSourceManager().getLocForStartOfFile(
          compiler_.getSourceManager().createFileID(llvm::MemoryBufferRef(file->text(), file->path())));
    for (const clang::RecordDecl *record : declarations.templates)
      state_.selection.saw_template(record->getQualifiedNameAsString());
    for (const clang::RecordDecl *record : declarations.records)
      match(names, *record, *record, annotations);
    for (const clang::NamedDecl *namer : declarations.namers)
      if (!llvm::isa<clang::FieldDecl>(namer)) {
        const clang::RecordDecl &record = *record_named_by(*namer);
        if (const auto type = state_.selection.matches_alias(namer->getName()))
          ask_for(*type, record, record, true, annotations);
        else if (record.getDefinition())
          match(names, record, *namer, annotations);
      }
  }

  void match(const TypeNames &names, const clang::RecordDecl &record, const clang::NamedDecl &name,
             Annotations &annotations) {
    if (!name.getDeclName() || name.getLocation().isInvalid())
      return;
    const bool system = compiler_.getSourceManager().isInSystemHeader(name.getLocation());
    const auto asking = state_.selection.matches(names.qualified(name), system);
    // What the file wants no datatype of, a glob does not mean, nor another name for what is marked.
    const bool excluded =
        std::ranges::any_of(asking, [](const auto &asks) { return asks.type && !asks.type->datatype; });
    const auto marks = marked_.find(record.getCanonicalDecl());
    const bool marked = marks != marked_.end();
    const bool other_name = marked && !llvm::is_contained(marks->second, &name);
    for (const auto &[type, by_name] : asking)
      if (!excluded || (type && !type->datatype))
        ask_for(type, record, other_name && !by_name ? *marks->second.front() : name, by_name || !marked,
                annotations);
  }

  /// `is_used`: the record is to have a datatype of this name, unless the file says that it is not.
  void ask_for(const SelectionFile::Type *type, const clang::RecordDecl &record, const clang::NamedDecl &name,
               bool is_used, Annotations &annotations) {
    if (type && complete(record, name, record.getSourceRange()))
      apply(*type, file_begin_, *record.getDefinition(), name, is_used, compiler_.getASTContext(),
            annotations);
    else if (!type && is_used)
      annotations.uses.push_back({&record, &name, record.getSourceRange()});
  }

  /// Reports a record that is not defined. An instance of a template may only have been named so far.
  bool complete(const clang::RecordDecl &record, const clang::NamedDecl &name, clang::SourceRange place) {
    if (compiler_.getSema().isCompleteType(place.getBegin(),
                                           compiler_.getASTContext().getTypeDeclType(&record)))
      return true;
    error(compiler_.getDiagnostics(), place.getBegin(),
          "'" + name.getNameAsString() +
              "' is incomplete: its definition is not in this file or what it includes")
        << place;
    note(compiler_.getDiagnostics(), record.getLocation(), "it is declared here, without its fields");
    return false;
  }

  void select(RecordReader &reader, const TypeNames &names, const Annotations::Use &use) {
    if (complete(*use.record, *use.name, use.range))
      add_datatype(reader, names, reader.read(*use.record), use, "");
  }

  void select_view(RecordReader &reader, const TypeNames &names, const Annotations::View &view) {
    const std::string name = names.datatype(*view.of.record, *view.of.name).name;
    const std::pair<const clang::TagDecl *, std::string> key(view.of.record->getCanonicalDecl(),
                                                             name + "_" + view.name.text);
    const auto [first, added] = views_.try_emplace(key, view.name);
    if (!added) {
      if (first->second.range.getBegin() != view.name.range.getBegin()) // a glob may match two names
        report_second(name, view.name, first->second);
      return;
    }
    FieldSelection selection;
    if (complete(*view.of.record, *view.of.name, view.of.range) &&
        FieldLookup(compiler_.getASTContext()).select(*view.of.record, view.fields, selection))
      add_datatype(reader, names, reader.read_view(*view.of.record, view.name.text, selection), view.of,
                   "_" + view.name.text);
  }

  void report_second(llvm::StringRef record, const PlacedName &view, const PlacedName &first) {
    error(compiler_.getDiagnostics(), view.range.getBegin(),
          quoted(record) + " has two views called " + automap::quoted(view.text))
        << view.range;
    note(compiler_.getDiagnostics(), first.range.getBegin(), "the first one is here") << first.range;
  }

  /// Makes nodes of all records that have datatypes, and of all that links lead to from there.
  void add_nodes(RecordReader &reader, const TypeNames &names) {
    Survey &survey = state_.result.survey;
    std::vector<std::size_t> reached;
    for (std::size_t i = 0; i < survey.records.size(); ++i)
      if (!survey.records[i].datatypes.empty() && survey.records[i].view.empty() && survey.records[i].mapped)
        reached.push_back(i);
    for (std::size_t next = 0; next < reached.size(); ++next) {
      Record &node = survey.records[reached[next]];
      if (std::exchange(node.is_node, true))
        continue;
      each_link(survey, node, [&](const Link &link) {
        each_target(link, [&](std::size_t target) {
          if (add_target(reader, names, target))
            reached.push_back(target);
        });
      });
      node.is_node = !is_dynamic(survey, node);
    }
  }

  /// Gives what a link leads to a datatype; false if it cannot be a node, which has been reported.
  bool add_target(RecordReader &reader, const TypeNames &names, std::size_t index) {
    Record &record = state_.result.survey.records[index];
    const LinkTarget target = reader.target(index);
    if (!target.record) // of an earlier input
      return false;
    const clang::NamedDecl *name = names.namer_of(*target.record);
    const std::string why = !name ? "it has no name that generated code could use: give it one"
                            : is_dynamic(state_.result.survey, record)
                                ? "it has virtual functions, and a received object would have none"
                                : "";
    if (!why.empty()) {
      if (refused_.insert(index).second)
        error(compiler_.getDiagnostics(), target.field->getLocation(),
              "cannot link '" + describe(record) + "': " + why)
            << target.field->getSourceRange();
      return false;
    }
    if (!record.datatypes.empty()) // marked
      return record.mapped;
    const std::string field = target.field->getNameAsString();
    record.reached_by = "'" + field + "' of " + describe_owner(names, *target.field) + " points to it";
    add_datatype(reader, names, index, {target.record, name, target.field->getSourceRange()}, "");
    if (!record.mapped)
      note(compiler_.getDiagnostics(), target.field->getLocation(),
           "it is linked because '" + field + "' points to it; " +
               hint_for(keys_place(), "'/*~ AutoMap_Ignore */' leaves that pointer out", field));
    return record.mapped && !record.datatypes.empty();
  }

  std::string keys_place() const {
    return automap::keys_place(state_.request.selection_file,
                               !state_.request.type_patterns.empty() && directives_.attached().empty());
  }

  static std::string describe_owner(const TypeNames &names, const clang::FieldDecl &field) {
    const clang::RecordDecl &owner = FieldLookup::scope_of(field);
    const clang::NamedDecl *name = names.namer_of(owner);
    return name ? names.qualified(*name) : "an unnamed " + owner.getKindName().str();
  }

  /// `suffix`: what the datatype's name has behind the record's.
  void add_datatype(RecordReader &reader, const TypeNames &names, std::size_t index,
                    const Annotations::Use &use, const std::string &suffix) {
    Record &chosen = state_.result.survey.records[index];
    const Record::Datatype record = names.datatype(*use.record, *use.name);
    const Record::Datatype datatype{record.name + suffix, record.spelling};
    if (std::ranges::any_of(chosen.datatypes, [&](const auto &other) { return other.name == datatype.name; }))
      return;
    if (const std::string why = names.why_not_written(*use.name); !why.empty()) {
      error(compiler_.getDiagnostics(), use.name->getLocation(), why + ": generated code could not name it");
      note(compiler_.getDiagnostics(), use.range.getBegin(),
           "what contains it can be mapped, and so can a public alias that is named here instead");
      return;
    }
    if (chosen.datatypes.empty()) {
      if (!chosen.mapped)
        reader.findings().report_refusal(index, use.range.getBegin());
      chosen.name = unscoped(record.name);
      chosen.qualified = record.name;
      warn_of_nothing(chosen, *use.record);
    }
    chosen.datatypes.push_back(datatype);
    list(reader, index);
  }

  /// Of a record that has a datatype in which nothing is sent.
  void warn_of_nothing(const Record &record, const clang::RecordDecl &declaration) {
    bool sends = !record.mapped || record.tree.data_bytes() != 0;
    each_link(state_.result.survey, record,
              [&](const Link &link) { sends = sends || link.kind != Link::Kind::null; });
    if (sends)
      return;
    const bool has_fields =
        std::ranges::any_of(record.fields, [](const Field &field) { return !field.is_vptr; });
    warning(compiler_.getDiagnostics(), written_at(declaration),
            "'" + describe(record) + "' " +
                (has_fields ? "has no field that is sent: all are left out" : "has no fields") +
                ", so its datatype is empty");
  }

  /// "ns::Vec<ns::T>" → "Vec<ns::T>"
  static std::string unscoped(llvm::StringRef name) {
    const auto scope = name.take_until([](char c) { return c == '<'; }).rfind("::");
    return (scope == llvm::StringRef::npos ? name : name.drop_front(scope + 2)).str();
  }

  /// The record and all that it contains.
  void list(RecordReader &reader, std::size_t index) {
    Record &record = state_.result.survey.records[index];
    if (std::exchange(record.listed, true))
      return;
    record.listed = !record.internal;
    reader.findings().report_notices(index);
    for (const Field &field : record.fields)
      if (field.content == Field::Content::record)
        list(reader, field.record);
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
    if (!suggestion.empty() && !llvm::sys::path::is_absolute(suggestion) &&
        leads_to(input, suggestion, angled, output.parent_path()))
      return angled ? "<" + suggestion + ">" : '"' + suggestion + '"';
    return '"' + input.lexically_relative(output.parent_path()).generic_string() + '"';
  }

  /// Is `input` the first of its name that a file in `from` finds?
  bool leads_to(const std::filesystem::path &input, const std::string &include, bool angled,
                const std::filesystem::path &from) const {
    namespace fs = std::filesystem;
    const clang::HeaderSearch &search = compiler_.getPreprocessor().getHeaderSearchInfo();
    std::vector<fs::path> directories;
    if (!angled)
      directories.push_back(from);
    for (auto directory = angled ? search.angled_dir_begin() : search.search_dir_begin();
         directory != search.search_dir_end(); ++directory)
      directories.push_back(working_directory() / fs::path(directory->getName().str()));
    std::error_code failure;
    for (const fs::path &directory : directories)
      if (fs::exists(directory / include, failure))
        return fs::equivalent(directory / include, input, failure);
    return false;
  }

  std::string working_directory() const {
    const auto directory = compiler_.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory();
    return directory ? *directory : "";
  }

  clang::CompilerInstance &compiler_;
  std::string input_;
  const CountingPrinter &printer_;
  SurveyState &state_;
  IncludeGuard guard_;
  DirectiveCollector directives_;
  clang::SourceLocation file_begin_; // of the --select file
  /// By comments and attributes, and what these stand behind.
  llvm::DenseMap<const clang::TagDecl *, llvm::SmallVector<const clang::NamedDecl *, 1>> marked_;
  std::map<std::pair<const clang::TagDecl *, std::string>, PlacedName> views_; // by their datatypes' names
  std::set<std::size_t> refused_; // records that cannot be linked
};

class ReadAction : public clang::ASTFrontendAction {
public:
  ReadAction(std::string input, std::string directory, const CountingPrinter &printer, SurveyState &state)
      : input_(std::move(input)), directory_(std::move(directory)), printer_(printer), state_(state) {}

protected:
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    // Debian's Clang prefers the builtin headers of its package to those of -resource-dir.
    const std::string own_headers = std::string(resource_dir) + "/include";
    for (auto &entry : compiler.getHeaderSearchOpts().UserEntries)
      if (llvm::StringRef(entry.Path).starts_with("/usr/include/clang/"))
        entry.Path = own_headers;
    compiler.addDependencyCollector(
        std::make_shared<Dependencies>(directory_, state_.result.survey.dependencies));
    if (compiler.getLangOpts().CPlusPlus)
      add_behind_input(compiler, state_.selection.aliases());
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Reader>(compiler, input_, printer_, state_);
  }

private:
  static void add_behind_input(clang::CompilerInstance &compiler, const std::string &text) {
    const std::string path = compiler.getFrontendOpts().Inputs.front().getFile().str();
    const auto buffer = compiler.getVirtualFileSystem().getBufferForFile(path);
    if (!text.empty() && buffer)
      compiler.getPreprocessorOpts().addRemappedFile(
          path, llvm::MemoryBuffer::getMemBufferCopy(((*buffer)->getBuffer() + text).str(), path).release());
  }

  std::string input_;
  std::string directory_;
  const CountingPrinter &printer_;
  SurveyState &state_;
};

/// Parses one input with one command line; false if that could not be begun or found errors.
bool run_clang(const std::string &input, const CompileCommand &command,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, SurveyState &state) {
  if (!command.directory.empty())
    files->setCurrentWorkingDirectory(command.directory);
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  options->ShowColors = llvm::errs().has_colors();
  CountingPrinter printer(*options, state.selection, state.request.output_path);
  state.selection.begin_input();
  clang::tooling::ToolInvocation invocation(
      command.arguments, std::make_unique<ReadAction>(input, command.directory, printer, state),
      manager.get());
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
