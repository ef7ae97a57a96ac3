// Parses the options, runs the stages and writes the files.
#include "code/banner.h"
#include "code/map.h"
#include "frontend/survey.h"
#include "model/names.h"
#include "model/report.h"
#include "options.h"
#include "output_files.h"
#include "routines/al_objects.h"
#include "routines/al_routines.h"
#include "show/emit.h"
#include "typemap/make_map_type.h"
#include "typemap/type_map_reader.h"

#include "clang/Basic/Stack.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

#include <functional>
#include <map>
#include <stdexcept>

namespace {

using namespace automap;

std::string file_name(const std::string &path) { return llvm::sys::path::filename(path).str(); }

/// Reports datatypes with the same generated name, from two namespaces or two files, and datatypes with the name of
/// another one's packing function. Returns whether there are none.
bool names_are_unique(const Survey &survey) {
  std::map<std::string, std::pair<const Record *, std::string>> owners;
  bool unique = true;
  const auto claim = [&](const std::string &name, const Record &record, const std::string &called) {
    const auto [owner, added] = owners.try_emplace(name, &record, called);
    if (added)
      return true;
    unique = false;
    const auto place = [](const Record &of) { return of.location.file + ":" + std::to_string(of.location.line); };
    report_error() << "both " << owner->second.second << " (" << place(*owner->second.first) << ") and " << called
                   << " (" << place(record) << ") would be called '" << owner->first
                   << "'; give one of them another name with a typedef or alias\n";
    return false;
  };
  for (const Record &record : survey.records)
    for (const Record::Datatype &datatype : record.datatypes) {
      const std::string called =
          record.view.empty() ? "'" + datatype.name + "'" : "view '" + record.view + "' of '" + record.qualified + "'";
      if (claim(names::datatype(datatype.name), record, called)) {
        claim(names::pack(datatype.name), record, "the packing function of " + called);
        claim(names::unpack(datatype.name), record, "the unpacking function of " + called);
      }
    }
  return unique;
}

bool has_datatypes(const Survey &survey) {
  for (const Record &record : survey.records)
    if (!record.datatypes.empty())
      return true;
  return false;
}

/// Returns the options for the emitters of code.
CodeOptions code_options(const Options &options) {
  CodeOptions code;
  code.cxx = options.cxx_output();
  if (options.output != "-") {
    code.header_name = file_name(names::header_for(options.output));
    code.source_name = file_name(options.output);
  }
  code.suffix = options.suffix;
  code.fields = options.fields;
  code.packing = options.packing;
  return code;
}

/// Returns the options for the files of AutoLink.
CodeOptions autolink_options(const Options &options) {
  CodeOptions code = code_options(options);
  code.header_name = file_name(names::autolink_header(options.output, options.suffix));
  code.source_name = file_name(names::autolink_source(options.output, options.suffix));
  return code;
}

/// Notes inputs that are sources: generated code includes only headers.
void note_sources(const Survey &survey) {
  for (const Input &input : survey.inputs)
    if (input.include.empty() && input.path != "-")
      report_note() << "'" << input.path << "' is not a header, so the generated code does not include it: include"
                    << " that code after its structs, or move them to a header\n";
}

using Printer = std::function<void(llvm::raw_ostream &)>;

/// The printers of one run.
struct Printers {
  Printer source, header;                            // C or C++
  Printer autolink_source, autolink_header, logbook; // empty without AutoLink
  Printer objects_header;                            // empty without AutoLink
  Printer json, text;
  Printer trees; // the trees of --show-tree, unless the text shows them
};

/// Returns a printer of the text that `print` makes now, so that an error comes before any file is written.
Printer render(const Printer &print) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(out);
  return [text = std::move(text)](llvm::raw_ostream &to) { to << text; };
}

/// Writes all files that the options ask for. `survey` has the files that were read. Returns false after an error.
bool write(const Options &options, const Survey &survey, const Printers &printers) {
  std::vector<std::string> targets = {options.output};
  std::vector<OutputFile> files;
  const std::string mark(generated_mark);
  if (options.format != Format::c) {
    const Printer print = render(options.format == Format::json ? printers.json : printers.text);
    if (options.output == "-")
      return write_stdout(print);
    files.push_back({options.output, print, options.format == Format::json ? "\"automap\": {" : ""});
  } else if (options.output == "-") {
    return write_stdout(render(printers.source));
  } else {
    targets.push_back(names::header_for(options.output));
    files.push_back(
        {targets[0], render(printers.source), mark, "", std::string(inputs_mark), names_of(survey.inputs), "-o"});
    files.push_back({targets[1], render(printers.header), mark, options.output});
    if (options.autolink) {
      targets.push_back(names::autolink_source(options.output, options.suffix));
      targets.push_back(names::autolink_header(options.output, options.suffix));
      targets.push_back(names::logbook(options.output, options.suffix));
      files.push_back({targets[2], render(printers.autolink_source), mark, options.output, std::string(inputs_mark),
                       names_of(survey.inputs), "--suffix"});
      files.push_back({targets[3], render(printers.autolink_header), mark, options.output});
      files.push_back({targets[4], render(printers.logbook), mark, options.output});
      if (options.cxx_output()) {
        targets.push_back(names::objects_header(options.output, options.suffix));
        files.push_back({targets[5], render(printers.objects_header), mark, options.output});
      }
    }
  }
  if (!options.depfile.empty())
    files.push_back({options.depfile, [&](llvm::raw_ostream &out) { emit_depfile(survey, targets, out); },
                     std::string(depfile_mark)});
  if (!write_files(files, survey.dependencies))
    return false;
  return !options.show_tree || options.format == Format::text || write_stdout(printers.trees);
}

int run_headers(const Options &options) {
  SurveyRequest request;
  request.inputs = options.inputs;
  request.build_dir = options.build_dir;
  request.compiler_args = options.compiler_args;
  request.compiler = options.compiler;
  request.output_path = options.output;
  request.type_patterns = options.types;
  request.selection_file = options.selection;
  request.all = options.all;
  request.skip_included = options.skip_included;
  request.ignore_pointers = options.ignore_pointers;
  request.autolink = options.autolink;
  if (options.format == Format::c)
    request.output_language = options.cxx_output() ? Language::cxx : Language::c;

  SurveyResult result = run_survey(request);
  if (!result.parsed)
    return 1;
  Survey &survey = result.survey;
  if (!result.refused && !options.all && !has_datatypes(survey) && survey.objects.empty()) {
    report_error() << "no struct is marked: write '/*~ AutoMap_TpUsed */' after one, between '/*~ AutoMap_Begin */'"
                      " and '/*~ AutoMap_End */', or name one with --type\n";
    return 1;
  }
  // Text and JSON show refused records, too.
  if (options.format == Format::c && (result.refused || !names_are_unique(survey)))
    return 1;
  if (options.format == Format::c)
    note_sources(survey);
  find_optimal_trees(survey, options.cost_model);

  const CodeOptions code = code_options(options), autolink = autolink_options(options);
  CodeOptions log = autolink;
  log.source_name = file_name(names::logbook(options.output, options.suffix));
  CodeOptions objects = autolink;
  objects.header_name = file_name(names::objects_header(options.output, options.suffix));
  const Printers printers = {
      .source = [&](llvm::raw_ostream &out) { emit_source(survey, code, out); },
      .header = [&](llvm::raw_ostream &out) { emit_header(survey, code, out); },
      .autolink_source = [&](llvm::raw_ostream &out) { emit_autolink_source(survey, autolink, out); },
      .autolink_header = [&](llvm::raw_ostream &out) { emit_autolink_header(survey, autolink, out); },
      .logbook = [&](llvm::raw_ostream &out) { emit_logbook(survey, log, out); },
      .objects_header = [&](llvm::raw_ostream &out) { emit_objects_header(survey, objects, out); },
      .json = [&](llvm::raw_ostream &out) { emit_json(survey, out); },
      .text = [&](llvm::raw_ostream &out) { emit_text(survey, options.show_tree, out); },
      .trees = [&](llvm::raw_ostream &out) { emit_trees(survey, out); },
  };
  return write(options, survey, printers) && !result.refused ? 0 : 1;
}

int run_type_map(const Options &options) {
  const auto file = read_type_map(options.type_map);
  if (!file)
    return 1;
  MapType map = make_map_type(*file, options.cost_model);
  map.name = options.type_name;
  map.file = options.type_map == "-" ? "standard input" : file_name(options.type_map);
  Survey survey;
  if (options.type_map != "-")
    survey.dependencies.insert(options.type_map);

  const CodeOptions code = code_options(options);
  const bool tree_in_source = options.show_tree && options.output == "-";
  const Printers printers = {
      .source = [&](llvm::raw_ostream &out) { emit_map_source(map, code, tree_in_source, out); },
      .header = [&](llvm::raw_ostream &out) { emit_map_header(map, code, out); },
      .autolink_source = {},
      .autolink_header = {},
      .logbook = {},
      .objects_header = {},
      .json = [&](llvm::raw_ostream &out) { emit_map_json(map, out); },
      .text = [&](llvm::raw_ostream &out) { emit_map_text(map, out); },
      .trees = [&](llvm::raw_ostream &out) { emit_map_text(map, out); },
  };
  return write(options, survey, printers) ? 0 : 1;
}

} // namespace

int main(int argc, const char **argv) {
  const llvm::InitLLVM init(argc, argv);
  clang::noteBottomOfStack();
  const auto options = parse_options(argc, argv);
  if (!options)
    return 1;
  llvm::SmallString<128> directory;
  if (const std::error_code failure = llvm::sys::fs::current_path(directory)) { // Clang would end the program
    report_error() << "the working directory cannot be found (" << failure.message() << "): change to another one\n";
    return 1;
  }
  try {
    return options->type_map.empty() ? run_headers(*options) : run_type_map(*options);
  } catch (const std::length_error &error) {
    if (options->type_map.empty())
      report_error() << error.what() << '\n';
    else
      report_error() << "'" << options->type_map << "': " << error.what() << '\n';
    return 1;
  }
}
