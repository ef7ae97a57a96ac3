// Command lines for Clang. See compile_commands.h.
#include "compile_commands.h"

#include "builtin_headers.h"
#include "model/quoted.h"
#include "model/report.h"
#include "mpi_headers.h"
#include "other_compilers.h"

#include "clang/Driver/Options.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <set>

namespace automap {
namespace {

namespace driver = clang::driver;

bool is_cxx_header(llvm::StringRef input) {
  const llvm::StringRef extension = llvm::sys::path::extension(input);
  return extension == ".H" || (extension.starts_with(".h") && extension.size() > 2);
}

/// Whether the user's own command line chooses a language.
bool chooses_language(const std::vector<std::string> &args) {
  return std::ranges::any_of(args, [](llvm::StringRef arg) { return arg.starts_with("-x") || arg == "--language"; });
}

bool has_cxx_standard(const std::vector<std::string> &args) {
  return std::ranges::any_of(
      args, [](llvm::StringRef arg) { return arg.starts_with("-std=c++") || arg.starts_with("-std=gnu++"); });
}

/// Returns the language of a header if the command line does not choose one.
Language default_language(const std::string &input, const SurveyRequest &request) {
  const bool cxx = is_cxx_header(input) || request.output_language == Language::cxx ||
                   (!request.output_language && has_cxx_standard(request.compiler_args));
  return cxx ? Language::cxx : Language::c;
}

/// Parses arguments as Clang's driver does. The result refers to their texts.
llvm::opt::InputArgList parse_arguments(const std::vector<std::string> &arguments) {
  std::vector<const char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  unsigned missing_index = 0, missing_count = 0;
  return driver::getDriverOptTable().ParseArgs(argv, missing_index, missing_count,
                                               llvm::opt::Visibility(driver::options::ClangOption));
}

/// Reports inputs and outputs among the compiler arguments, which Clang's driver would drop or misunderstand.
bool are_only_options(const std::vector<std::string> &compiler_args) {
  const llvm::opt::InputArgList args = parse_arguments(compiler_args);
  bool only_options = true;
  for (const llvm::opt::Arg *argument : args.filtered(driver::options::OPT_INPUT, driver::options::OPT_o)) {
    report_error() << "'" << argument->getAsString(args)
                   << "' is not a compiler option: write inputs and '-o' before '--'\n";
    only_options = false;
  }
  return only_options;
}

/// Returns why `path`, the argument of -p, gives no compile commands. `message` is what Clang reports about the file.
std::string why_no_database(llvm::StringRef path, const std::string &message) {
  namespace fs = llvm::sys::fs;
  if (fs::is_regular_file(path)) {
    const llvm::StringRef directory = llvm::sys::path::parent_path(path);
    return ("-p takes the directory of compile_commands.json: -p " + (directory.empty() ? "." : directory)).str();
  }
  llvm::SmallString<256> file(path);
  llvm::sys::path::append(file, "compile_commands.json");
  if (const auto text = llvm::MemoryBuffer::getFile(file)) {
    if (auto parsed = llvm::json::parse((*text)->getBuffer()); !parsed)
      return quoted(file.str()) + " is no JSON: " + llvm::toString(parsed.takeError());
    // Clang reports all formats that it has tried.
    const llvm::StringRef reason = llvm::StringRef(message).split("json-compilation-database: ").second;
    return quoted(file.str()) + ": " + reason.rtrim().str();
  }
  return "there is no compile_commands.json in this directory (CMake writes one with "
         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON)";
}

/// Returns the project's own command without options that only its compiler knows, and without warnings:
/// -Werror would stop at warnings of Clang's.
std::vector<std::string> adapt_to_clang(const std::vector<std::string> &command) {
  const llvm::opt::InputArgList args = parse_arguments(command);
  std::set<std::size_t> left_out;
  for (const llvm::opt::Arg *argument : args)
    for (const auto kind :
         {driver::options::OPT_UNKNOWN, driver::options::OPT_W_Group, driver::options::OPT_pedantic_Group,
          driver::options::OPT_w, driver::options::OPT_clang_ignored_gcc_optimization_f_Group,
          driver::options::OPT_mrecord_mcount}) // Clang has it for other processors only
      if (argument->getOption().matches(kind))
        left_out.insert(argument->getIndex());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < command.size(); ++i)
    if (!left_out.contains(i))
      out.push_back(command[i]);
  out.insert(out.begin() + 1, "-Qunused-arguments"); // those of the linker
  return out;
}

/// Adds options with which Clang only parses, with the headers that are part of the tool.
std::vector<std::string> adjust(std::vector<std::string> command, llvm::StringRef input) {
  using namespace clang::tooling;
  const auto adjusters =
      combineAdjusters(combineAdjusters(getClangStripOutputAdjuster(), getClangStripDependencyFileAdjuster()),
                       getClangSyntaxOnlyAdjuster());
  command = adjusters(command, input);
  // The macro is for gcc's omp.h, whose attribute names a function that frees: Clang allows no argument there.
  command.insert(command.begin() + 1, {"-resource-dir", std::string(resource_dir), "-idirafter",
                                       std::string(mpi_include_dir), "-D__malloc__(...)=__malloc__"});
  return command;
}

} // namespace

bool is_header(llvm::StringRef input) {
  const llvm::StringRef extension = llvm::sys::path::extension(input);
  return input == "-" || extension.empty() || extension.starts_with_insensitive(".h") || extension == ".inc";
}

std::vector<std::string> headers_before(const std::vector<std::string> &compiler_args) {
  const llvm::opt::InputArgList args = parse_arguments(compiler_args);
  std::vector<std::string> out;
  for (const llvm::opt::Arg *argument : args.filtered(driver::options::OPT_include, driver::options::OPT_imacros))
    out.push_back(argument->getValue());
  return out;
}

std::optional<CompileCommands> CompileCommands::create(const SurveyRequest &request) {
  if (!are_only_options(request.compiler_args))
    return std::nullopt;
  CompileCommands commands(request);
  if (const std::string &compiler = request.compiler; !compiler.empty() && compiler != "clang") {
    const auto version = gcc_version(compiler);
    if (!version) {
      report_error() << "--compiler=" << compiler << ": there is no such program\n";
      return std::nullopt;
    }
    commands.gcc_versions_[compiler] = *version;
  }
  if (request.build_dir) {
    std::string message;
    auto database = clang::tooling::CompilationDatabase::loadFromDirectory(*request.build_dir, message);
    if (!database) {
      report_error() << "-p " << *request.build_dir << ": " << why_no_database(*request.build_dir, message) << '\n';
      return std::nullopt;
    }
    commands.database_ = clang::tooling::inferMissingCompileCommands(std::move(database));
  }
  return commands;
}

std::vector<std::string> CompileCommands::default_command(const std::string &input) const {
  // Clang looks for GCC's C++ library relative to its own path.
  std::vector<std::string> command = {"/usr/bin/clang"};
  command.insert(command.end(), request_->compiler_args.begin(), request_->compiler_args.end());
  if (!chooses_language(request_->compiler_args) && is_header(input))
    command.push_back(default_language(input, *request_) == Language::cxx ? "-xc++-header" : "-xc-header");
  command.push_back(input == "-" ? stdin_name.str() : input);
  return command;
}

CompileCommand CompileCommands::present(CompileCommand command, const std::string &of_command) {
  command.compiler = !request_->compiler.empty() ? request_->compiler
                     : !of_command.empty()       ? of_command
                                                 : mpi_wrapper().compiler;
  const auto [version, is_new] = gcc_versions_.try_emplace(command.compiler);
  if (is_new && !command.compiler.empty() && command.compiler != "clang")
    version->second = gcc_version(command.compiler).value_or("");
  command.gcc_version = version->second;
  return command;
}

std::optional<CompileCommand> CompileCommands::command_for(const std::string &input) {
  if (!database_ || input == "-")
    return present({adjust(default_command(input), input), "", "", ""}, "");
  const auto found = database_->getCompileCommands(clang::tooling::getAbsolutePath(input));
  if (found.empty()) {
    report_error() << "-p " << *request_->build_dir << ": no compile command for '" << input << "'\n";
    return std::nullopt;
  }
  std::vector<std::string> command = adapt_to_clang(found.front().CommandLine);
  // After the database's own arguments, so that the user's win.
  command.insert(std::ranges::find(command, "--"), request_->compiler_args.begin(), request_->compiler_args.end());
  return present({adjust(std::move(command), input), clang::tooling::getAbsolutePath(found.front().Directory), "", ""},
                 found.front().CommandLine.front());
}

void CompileCommands::suggest_another_language(const std::string &input) const {
  if (database_ || !is_header(input) || chooses_language(request_->compiler_args))
    return;
  const auto text = llvm::MemoryBuffer::getFile(input);
  if (default_language(input, *request_) == Language::cxx) {
    const llvm::Regex cxx20("(^|[^A-Za-z_])(concept +[A-Za-z_0-9]+ *=|requires *[({]|consteval |constinit |char8_t )|"
                            "<(bit|compare|concepts|numbers|ranges|span)>");
    if (text && !has_cxx_standard(request_->compiler_args) && cxx20.match((*text)->getBuffer()))
      report_note() << "'" << input
                    << "' was read as C++17; if it needs a later standard, add '--extra-arg=-std=c++20'\n";
    return;
  }
  const llvm::Regex cxx(
      "(^|[^A-Za-z_])(namespace|template|class|using|public:)[^A-Za-z_]|[A-Za-z0-9_]::[A-Za-z_]|include *<[a-z_0-9]+>");
  if (text && cxx.match((*text)->getBuffer()))
    report_note() << "'" << input << "' was read as C, but looks like C++: use "
                  << (request_->output_language ? "'-o FILE.cpp' (in add_automap_types(): LANGUAGE CXX) or " : "")
                  << "'-- -x c++'\n";
}

} // namespace automap
