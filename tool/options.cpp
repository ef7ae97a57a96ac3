// The command line. See options.h; the manual page automap.1.in explains each option.
#include "options.h"

#include "completion.h"
#include "model/nearest_name.h"
#include "model/quoted.h"
#include "model/report.h"
#include "version_text.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

namespace automap {
namespace {

namespace cl = llvm::cl;

cl::OptionCategory category("automap options");

/// What the options below store, as they are parsed.
Options parsed;

template <typename Value> using Stored = cl::opt<Value, /*ExternalStorage=*/true>;
using StoredList = cl::list<std::string, std::vector<std::string>>;

StoredList inputs(cl::Positional, cl::location(parsed.inputs), cl::desc("FILE..."), cl::cat(category));

Stored<std::string> output("o", cl::location(parsed.output),
                           cl::desc("Generated source: .c gives C99, .cpp, .cc and .cxx give C++17. The header\n"
                                    "beside it has the same stem. Default: mpitypes.c. With other\n"
                                    "formats: where to print; default: standard output"),
                           cl::value_desc("file"), cl::cat(category));

cl::opt<std::string> build_dir("p", cl::desc("Take compiler arguments from compile_commands.json in this directory"),
                               cl::value_desc("build dir"), cl::cat(category));

Stored<std::string> compiler("compiler", cl::location(parsed.compiler),
                             cl::desc("Read the headers as this compiler does: its __GNUC__ and version, if it is\n"
                                      "gcc; clang: as Clang. Default: as the compiler of -p, or that of mpicc"),
                             cl::value_desc("command"), cl::cat(category));

cl::list<std::string> extra_args("extra-arg", cl::desc("Adds one compiler argument (repeatable)"),
                                 cl::value_desc("argument"), cl::cat(category));

cl::list<std::string> include_dirs("I", cl::Prefix, cl::desc("As the compiler's -I (repeatable)"),
                                   cl::value_desc("dir"), cl::cat(category));

cl::list<std::string> definitions("D", cl::Prefix, cl::desc("As the compiler's -D (repeatable)"),
                                  cl::value_desc("name[=value]"), cl::cat(category));

StoredList types("type", cl::location(parsed.types),
                 cl::desc("Map this struct, typedef or variable although it is not annotated:\n"
                          "qualified name or glob (repeatable)"),
                 cl::value_desc("name"), cl::cat(category));

Stored<std::string> selection("select", cl::location(parsed.selection),
                              cl::desc("YAML file that stands for annotations in headers: types, ignored fields,\n"
                                       "views, union members, pointer lengths"),
                              cl::value_desc("file"), cl::cat(category));

Stored<std::string> depfile("depfile", cl::location(parsed.depfile),
                            cl::desc("Write a Make rule: the output depends on all files that were read"),
                            cl::value_desc("file"), cl::cat(category));

Stored<std::string> suffix("suffix", cl::location(parsed.suffix),
                           cl::desc("Generate Build_MPI_Types_<name> and Free_MPI_Types_<name>, and with --autolink\n"
                                    "AutoLink_X_<name>, for programs that use several generated files"),
                           cl::value_desc("name"), cl::cat(category));

Stored<bool> fields("fields", cl::location(parsed.fields),
                    cl::desc("Store field names in the datatypes, so that AM_Type_compare can show them.\n"
                             "The code then needs automap/automap.h and its library"),
                    cl::cat(category));

/// Parses a format as LLVM does, with a message of its own for an unknown one.
struct FormatParser : cl::parser<Format> {
  using cl::parser<Format>::parser;

  bool parse(cl::Option &option, llvm::StringRef name, llvm::StringRef text, Format &value) {
    if (findOption(text) != getNumOptions())
      return cl::parser<Format>::parse(option, name, text, value);
    report_error() << "--format '" << text << "': the formats are c, json, text, html, svg, numpy, fortran and hdf5\n";
    return true;
  }
};

cl::opt<Format, /*ExternalStorage=*/true, FormatParser> format(
    "format", cl::location(parsed.format), cl::desc("What to print:"),
    cl::values(clEnumValN(Format::c, "c", "C or C++ that builds the MPI datatypes (default)"),
               clEnumValN(Format::json, "json", "layouts as JSON"),
               clEnumValN(Format::text, "text", "layouts for people"),
               clEnumValN(Format::html, "html", "layouts as a page, with drawings, costs and advice"),
               clEnumValN(Format::svg, "svg", "the drawing of one struct, which --type names if there are several"),
               clEnumValN(Format::numpy, "numpy", "a Python module of NumPy dtypes and mpi4py datatypes"),
               clEnumValN(Format::fortran, "fortran", "a Fortran module of bind(C) types and mpi_f08 datatypes"),
               clEnumValN(Format::hdf5, "hdf5", "a header of C with HDF5's compound types"),
               clEnumValN(Format::sarif, "sarif", "what has changed, as a log of SARIF; diff alone")),
    cl::cat(category));

Stored<bool> packing("packing", cl::location(parsed.packing),
                     cl::desc("Let AM_Pack and the other calls use the generated packing functions even if\n"
                              "AUTOMAP_RUNTIME, which AutoMap::mpi defines, does not reach the compiler"),
                     cl::cat(category));

Stored<bool> all("all", cl::location(parsed.all),
                 cl::desc("With --format=json, text and html: show every complete record, marked or not, that\n"
                          "is not in a system header"),
                 cl::cat(category));

Stored<bool> system_headers("system-headers", cl::location(parsed.system_headers),
                            cl::desc("With --all: show the records of system headers, too"), cl::cat(category));

Stored<bool> skip_included("skip-included", cl::location(parsed.skip_included),
                           cl::desc("Leave structs that are marked in included headers to other runs"),
                           cl::cat(category));

Stored<bool> ignore_pointers("ignore-pointers", cl::location(parsed.ignore_pointers),
                             cl::desc("Leave pointer fields out of the datatypes, as AutoMap_Ignore does"),
                             cl::cat(category));

Stored<std::string> type_map("from-typemap", cl::location(parsed.type_map),
                             cl::desc("Read a type map in place of headers: JSON, or lines of a basic type and a\n"
                                      "displacement in bytes, as MPI_INT 8. Prints C code to standard output, or\n"
                                      "writes the file of -o"),
                             cl::value_desc("file"), cl::cat(category));

Stored<std::string> type_name("type-name", cl::location(parsed.type_name),
                              cl::desc("With --from-typemap: name of the datatype, without AutoMap_.\n"
                                       "Default: from the name of the file"),
                              cl::value_desc("name"), cl::cat(category));

Stored<bool> show_tree("show-tree", cl::location(parsed.show_tree),
                       cl::desc("Print each type tree, indented, with its cost, to standard output; with\n"
                                "--format=text into the drawing"),
                       cl::cat(category));

cl::opt<std::string> cost_model("cost-model",
                                cl::desc("What a type tree costs: the words that store its nodes, as counted in the\n"
                                         "papers on type trees (papers, the default), or the words that an MPI\n"
                                         "library stores and walks (mpi)"),
                                cl::value_desc("papers|mpi"), cl::init("papers"), cl::cat(category));

cl::list<std::string> costs("cost",
                            cl::desc("Sets a constant of the cost of type trees: leaf, vec, idx, ix, idxbuc, bucket,\n"
                                     "struc or type (repeatable)"),
                            cl::value_desc("key=value"), cl::cat(category));

Stored<bool> autolink("autolink", cl::location(parsed.autolink),
                      cl::desc("Follow pointers: generate al_routines.c, al_routines.h and logbook.txt too,\n"
                               "beside the other output, for the AutoLink library"),
                      cl::cat(category));

cl::opt<std::string> completion("completion",
                                cl::desc("Print a script that completes automap's arguments in this shell, and exit"),
                                cl::value_desc("bash|zsh"), cl::cat(category));

constexpr char overview[] =
    "automap: MPI datatypes from annotated C and C++ structs\n\n"
    "Reads headers, and writes C or C++ that builds an MPI_Datatype for each struct that is marked:\n\n"
    "  /*~ AutoMap_Begin */\n"
    "  struct particle { char tag; double pos[3]; int id; } /*~ AutoMap_TpUsed */;\n"
    "  /*~ AutoMap_End */\n\n"
    "Example:\n\n"
    "  automap particle.h -o mpitypes.c         # writes mpitypes.c and mpitypes.h\n"
    "  automap particle.h --format=text         # shows the layout\n"
    "  automap particle.h --format=html -o p.html   # the same as a page to look at\n"
    "  automap explain particle.h               # says why the datatype is as it is, and what would be cheaper\n"
    "  automap diff old.json particle.h         # says what has changed, and whether old and new programs match\n"
    "  automap --from-typemap column.map        # code for a list of basic types and displacements\n"
    "  automap particle.h -o t.c -- -I include  # what follows -- goes to the compiler\n"
    "  automap inspect state.al                 # shows a file of AL_File_write; see inspect --help\n";

bool has_extension(llvm::StringRef file, std::initializer_list<llvm::StringRef> extensions) {
  const llvm::StringRef extension = llvm::sys::path::extension(file);
  return std::ranges::find(extensions, extension) != extensions.end();
}

std::nullopt_t reject(const llvm::Twine &message) {
  report_error() << message << '\n';
  return std::nullopt;
}

/// Sets the constant that "key=value" names. Reports an unknown constant or a wrong value, and returns false.
bool set_cost(layout::CostModel &model, llvm::StringRef text) {
  constexpr layout::Cost largest = 1'000'000'000;
  const auto fail = [&](const llvm::Twine &why) {
    reject("--cost '" + text + "': " + why);
    return false;
  };
  const auto [key, value] = text.split('=');
  if (!text.contains('='))
    return fail("expected KEY=VALUE, as in --cost vec=4");
  layout::Cost *constant = model.find(std::string_view(key.data(), key.size()));
  if (!constant)
    return fail("there is no constant '" + key + "'" + did_you_mean(key, layout::cost_keys()) + " (known are " +
                llvm::join(layout::cost_keys(), ", ") + ")");
  llvm::APInt number;
  if (value.starts_with('-'))
    return fail("a cost cannot be negative");
  if (value.getAsInteger(10, number))
    return fail("'" + value + "' is not a whole number");
  if (number.ugt(largest))
    return fail("a cost is at most " + llvm::Twine(largest));
  *constant = static_cast<layout::Cost>(number.getZExtValue());
  return true;
}

/// Whether the argument looks like one of a compiler.
bool is_for_compilers(llvm::StringRef argument) {
  constexpr llvm::StringLiteral beginnings[] = {"-W", "-f", "-m", "-O", "-g", "-x", "-U", "-std", "-i", "-n"};
  return std::ranges::any_of(beginnings, [&](llvm::StringRef begin) { return argument.starts_with(begin); });
}

/// Returns what to write in place of an unknown argument; `name` is the argument without dashes and value.
std::string instead_of(llvm::StringRef argument, llvm::StringRef name) {
  const bool for_compilers = is_for_compilers(argument);
  if (argument.starts_with("-o") && argument.contains('.') && name != "output")
    return did_you_mean({"-o " + argument.drop_front(2).str()});
  if (argument.starts_with("--std"))
    return instead_of(argument.drop_front(), name);
  constexpr std::pair<llvm::StringLiteral, const char *> elsewhere[] = {
      {"h", "--help"}, {"v", "--version"}, {"V", "--version"}, {"out", "-o"}};
  for (const auto &[known, ours] : elsewhere)
    if (name == known)
      return did_you_mean({ours});
  std::vector<std::string> names{"output", "help", "version"}; // -o has this name elsewhere; LLVM adds the others
  for (const auto &option : cl::getRegisteredOptions())        // libLLVM has options, too
    if (option.getKey().size() > 1 && llvm::is_contained(option.getValue()->Categories, &category))
      names.push_back(option.getKey().str());
  std::vector<std::string> nearest = nearest_names(name, names);
  if (for_compilers) // "-formt=json", but "-Wall" is not --all
    std::erase_if(nearest, [&](const std::string &near) { return near.front() != name.front(); });
  if (for_compilers && nearest.empty())
    return "; write options for the compiler after '--': -- " + argument.str();
  for (std::string &near : nearest)
    near = near == "output" ? "-o" : "--" + near;
  return did_you_mean(nearest);
}

/// Checks the options' names before LLVM parses them: LLVM would read '--ouput' as -o with a value, and its messages
/// differ. Reports an unknown argument, and returns false.
bool are_options_known(llvm::ArrayRef<const char *> arguments) {
  const llvm::StringMap<cl::Option *> &known = cl::getRegisteredOptions();
  bool is_value = false; // the next argument belongs to an option
  for (const llvm::StringRef argument : arguments) {
    if (std::exchange(is_value, false) || !argument.starts_with("-") || argument == "-")
      continue;
    const auto [name, value] = argument.drop_while([](char c) { return c == '-'; }).split('=');
    if (const auto found = known.find(name); found != known.end())
      is_value = !argument.contains('=') && found->second->getValueExpectedFlag() == cl::ValueRequired;
    else if (!argument.starts_with("-I") && !argument.starts_with("-D"))
      return reject("unknown argument '" + argument + "'" + instead_of(argument, name)), false;
  }
  if (is_value)
    return reject(llvm::StringRef(arguments.back()) + " needs a value"), false;
  return true;
}

/// Returns what a shell is told about an option. The values are those of --format, or the words between bars.
Completed completed(const cl::Option &option) {
  Completed result;
  result.spelling = (option.ArgStr.size() == 1 ? "-" : "--") + option.ArgStr.str();
  result.help = option.HelpStr.split(". ").first.split(".\n").first.rtrim(".:").str();
  std::ranges::replace(result.help, '\n', ' ');
  result.is_repeatable = option.getNumOccurrencesFlag() == cl::ZeroOrMore;
  result.is_joined = option.getFormattingFlag() == cl::Prefix;
  if (option.getValueExpectedFlag() != cl::ValueRequired)
    return result;
  result.value = option.ValueStr.empty() ? option.ArgStr.str() : option.ValueStr.str();
  const auto &formats = format.getParser();
  if (&option == &format)
    for (unsigned i = 0; i < formats.getNumOptions(); ++i)
      result.values.emplace_back(formats.getOption(i), formats.getDescription(i));
  else if (option.ValueStr.contains('|'))
    for (const llvm::StringRef word : llvm::split(option.ValueStr, '|'))
      result.values.emplace_back(word, "");
  return result;
}

/// Returns the script of --completion for this shell; empty for an unknown one.
std::string completion_of_options(llvm::StringRef shell) {
  const std::vector<Completed> after_automap = {{"explain", "say why datatypes are as they are"},
                                                {"diff", "say what has changed between two layouts"},
                                                {"inspect", "show a file of AL_File_write"}};
  std::vector<Completed> options;
  for (const auto &option : cl::getRegisteredOptions()) // libLLVM has options, too
    if (llvm::is_contained(option.getValue()->Categories, &category) || option.getKey() == "help" ||
        option.getKey() == "version")
      options.push_back(completed(*option.getValue()));
  std::ranges::sort(options, {}, &Completed::spelling);
  return completion_script(shell, after_automap, options);
}

/// Checks what is combined with --from-typemap, and sets the type's name. Returns false after a report.
bool check_type_map_options(Options &options) {
  if (options.type_map.empty())
    return reject("--from-typemap needs a file, or '-' for standard input"), false;
  if (!options.inputs.empty())
    return reject("--from-typemap cannot be combined with the header '" + options.inputs.front() + "'"), false;
  const std::pair<bool, const char *> of_headers[] = {{options.build_dir.has_value(), "-p"},
                                                      {!options.compiler_args.empty(), "a compiler argument"},
                                                      {!options.compiler.empty(), "--compiler"},
                                                      {!options.types.empty(), "--type"},
                                                      {!options.selection.empty(), "--select"},
                                                      {options.all, "--all"},
                                                      {options.system_headers, "--system-headers"},
                                                      {options.skip_included, "--skip-included"},
                                                      {options.ignore_pointers, "--ignore-pointers"},
                                                      {options.fields, "--fields"},
                                                      {options.command == Command::diff, "diff"},
                                                      {options.format == Format::numpy, "--format=numpy"},
                                                      {options.format == Format::fortran, "--format=fortran"},
                                                      {options.format == Format::hdf5, "--format=hdf5"},
                                                      {options.autolink, "--autolink"}};
  for (const auto &[given, option] : of_headers)
    if (given)
      return reject(llvm::Twine(option) + " cannot be combined with --from-typemap" +
                    (llvm::StringRef(option).starts_with("--format") ? ": its formats are c, json, text, html and svg"
                                                                     : "")),
             false;
  const auto is_part_of_a_name = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (type_name.getNumOccurrences() == 0) {
    options.type_name = options.type_map == "-" ? "typemap" : llvm::sys::path::stem(options.type_map).str();
    std::ranges::replace_if(options.type_name, std::not_fn(is_part_of_a_name), '_');
  }
  if (options.type_name.empty() || !std::ranges::all_of(options.type_name, is_part_of_a_name))
    return reject("--type-name '" + options.type_name + "' may contain only letters, digits and '_'"), false;
  return true;
}

/// Sets the format of commands that do not generate code. Returns false after a report.
bool set_format_of_command(Options &options) {
  const bool is_given = format.getNumOccurrences() != 0, is_sarif = options.format == Format::sarif;
  switch (options.command) {
  case Command::none:
    return !is_sarif || (reject("--format=sarif is for automap diff alone"), false);
  case Command::explain:
    if (is_given)
      return reject("explain prints text: it cannot be combined with --format"), false;
    break;
  case Command::diff:
    if (is_given && !is_sarif && options.format != Format::text && options.format != Format::json)
      return reject("the formats of diff are text, json and sarif"), false;
    if (options.inputs.size() < 2)
      return reject("diff needs two inputs, the old layouts and the new ones: automap diff old.json struct.h"), false;
    if (options.show_tree || !options.depfile.empty())
      return reject(llvm::Twine(options.show_tree ? "--show-tree" : "--depfile") + " cannot be combined with diff"),
             false;
    break;
  }
  if (!is_given)
    options.format = Format::text;
  return true;
}

} // namespace

bool is_language(Format format) {
  return format == Format::numpy || format == Format::fortran || format == Format::hdf5;
}

bool Options::cxx_output() const { return has_extension(output, {".cpp", ".cc", ".cxx"}); }

std::optional<Options> parse_options(int argc, const char **argv) {
  constexpr std::pair<llvm::StringLiteral, Command> commands[] = {{"explain", Command::explain},
                                                                  {"diff", Command::diff}};
  Command command = Command::none;
  for (const auto &[name, known] : commands)
    if (command == Command::none && argc > 1 && name == argv[1]) {
      command = known;
      argv[1] = argv[0];
      ++argv;
      --argc;
    }
  // What follows "--" is for the compiler.
  const char **const end = argv + argc;
  const char **const dashes = std::find_if(argv, end, [](llvm::StringRef argument) { return argument == "--"; });

  cl::HideUnrelatedOptions(category);
  const std::string executable = llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&parse_options));
  cl::SetVersionPrinter([executable](llvm::raw_ostream &out) { print_version(executable, out); });
  if (!are_options_known({argv + 1, dashes}))
    return std::nullopt;
  cl::ParseCommandLineOptions(static_cast<int>(dashes - argv), argv, overview);

  if (completion.getNumOccurrences()) {
    const std::string script = completion_of_options(completion);
    if (script.empty())
      return reject("--completion '" + completion + "': the shells are bash and zsh");
    llvm::outs() << script;
    llvm::outs().flush();
    std::exit(0);
  }

  Options options = parsed;
  options.command = command;
  if (!set_format_of_command(options))
    return std::nullopt;
  if (build_dir.getNumOccurrences())
    options.build_dir = build_dir;
  for (const std::string &dir : include_dirs)
    options.compiler_args.push_back("-I" + dir);
  for (const std::string &definition : definitions)
    options.compiler_args.push_back("-D" + definition);
  options.compiler_args.insert(options.compiler_args.end(), extra_args.begin(), extra_args.end());
  if (dashes != end)
    options.compiler_args.insert(options.compiler_args.end(), dashes + 1, end);

  const auto preset = layout::CostModel::preset(cost_model);
  if (!preset)
    return reject("--cost-model '" + cost_model + "': the cost models are papers and mpi");
  options.cost_model = *preset;
  for (const std::string &cost : costs)
    if (!set_cost(options.cost_model, cost))
      return std::nullopt;
  if (type_map.getNumOccurrences()) {
    if (!check_type_map_options(options))
      return std::nullopt;
  } else if (!options.type_name.empty()) {
    return reject("--type-name needs --from-typemap");
  } else if (options.inputs.empty())
    return reject("no input file; try 'automap --help'");
  if (std::ranges::count(options.inputs, "-") > 1)
    return reject("standard input can be read only once");
  if (!std::ranges::all_of(options.suffix, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return reject("--suffix '" + options.suffix + "' may contain only letters, digits and '_'");
  if (options.output.empty())
    options.output = options.format == Format::c && options.type_map.empty() ? "mpitypes.c" : "-";
  const bool prints_text = options.format == Format::c || options.format == Format::text;
  if (options.show_tree && !prints_text && options.output == "-")
    return reject("--show-tree prints text: with another format, name a file with -o; JSON has the key 'tree'");
  if (options.format == Format::c) {
    if (options.all)
      return reject("--all needs --format=json, text or html; to generate code for all, use --type '*'");
    const bool prints = !options.type_map.empty() && options.output == "-";
    if (!prints && !options.cxx_output() && !has_extension(options.output, {".c"}))
      return reject("-o '" + options.output + "': the extension must be .c for C, or .cpp, .cc or .cxx for C++");
    if (!is_includable(llvm::sys::path::filename(options.output)))
      return reject("-o '" + options.output + "': code cannot include a header of that name: use none of \" \\ > */");
  }
  if (options.system_headers && !options.all)
    return reject("--system-headers needs --all");
  if (options.all && options.format == Format::svg)
    return reject("--all cannot be combined with --format=svg, which draws one struct");
  if (options.all && is_language(options.format))
    return reject("--all cannot be combined with this format; to generate code for all, use --type '*'");
  if (options.output == "-" && !options.depfile.empty()) {
    return reject("--depfile needs -o FILE: standard output is not a target of make");
  }
  return options;
}

} // namespace automap
