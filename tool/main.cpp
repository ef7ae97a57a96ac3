// Parses the options, runs the stages and writes the files.
#include "code/banner.h"
#include "code/map.h"
#include "insight/explain.h"
#include "inspect/inspect.h"
#include "languages/languages.h"
#include "model/names.h"
#include "model/report.h"
#include "options.h"
#include "output_files.h"
#include "page/page.h"
#include "read_headers.h"
#include "routines/al_objects.h"
#include "routines/al_routines.h"
#include "run_diff.h"
#include "show/emit.h"
#include "typemap/make_map_type.h"
#include "typemap/map_record.h"
#include "typemap/type_map_reader.h"

#include "clang/Basic/Stack.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace {

using namespace automap;

std::string file_name(const std::string &path) { return llvm::sys::path::filename(path).str(); }

/// Reports datatypes with the same generated name, from two namespaces or two files, and datatypes with the name of
/// another one's packing function or operator. Returns whether there are none.
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
        if (!record.reductions.empty())
          claim(names::reduction(datatype.name), record, "the operator of " + called);
      }
    }
  return unique;
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
  Printer shown;                                     // layouts in the format that was asked for, if that is no code
  Printer trees;                                     // the trees of --show-tree, unless the text shows them
};

/// Returns the words by which automap knows files of a format as its own; empty: it may overwrite any.
std::string mark_of(Format format) {
  switch (format) {
  case Format::c:
  case Format::numpy:
  case Format::fortran:
  case Format::hdf5:
    return std::string(generated_mark);
  case Format::json:
    return "\"automap\": {";
  case Format::html:
  case Format::svg:
    return std::string(page_mark);
  case Format::text:
  case Format::sarif:
    break;
  }
  return "";
}

/// Returns a printer of the text that `print` makes now, so that an error comes before any file is written.
Printer render(const Printer &print, bool in_colour = false) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out.enable_colors(in_colour);
  print(out);
  return [text = std::move(text)](llvm::raw_ostream &to) { to << text; };
}

/// Writes all files that the options ask for. `survey` has the files that were read. Returns false after an error.
bool write(const Options &options, const Survey &survey, const Printers &printers) {
  std::vector<std::string> targets = {options.output};
  std::vector<OutputFile> files;
  const std::string mark(generated_mark);
  if (options.format != Format::c) {
    const Printer print = render(printers.shown, options.output == "-" && wants_colour(llvm::outs()));
    if (options.output == "-")
      return write_stdout(print);
    files.push_back({options.output, print, mark_of(options.format)});
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

/// Returns the records with datatypes that --type names, or if it names none of them as it stands, all.
std::vector<const Record *> requested_records(const Survey &survey, const std::vector<std::string> &types) {
  std::vector<const Record *> all, named;
  for (const Record &record : survey.records) {
    if (record.datatypes.empty())
      continue;
    all.push_back(&record);
    const auto is_named_by = [&](const std::string &type) {
      auto pattern = llvm::GlobPattern::create(type);
      if (pattern)
        return pattern->match(record.qualified) || pattern->match(record.spelling);
      llvm::consumeError(pattern.takeError());
      return false;
    };
    if (llvm::any_of(types, is_named_by))
      named.push_back(&record);
  }
  return named.empty() ? all : named;
}

/// Returns the printer of layouts in the format that was asked for; nothing after a report.
std::optional<Printer> layout_printer(const Options &options, const Survey &survey) {
  const std::vector<const Record *> requested = requested_records(survey, options.types);
  if (options.command == Command::explain)
    return
        [&survey, &options, requested](llvm::raw_ostream &out) { explain(survey, requested, options.cost_model, out); };
  switch (options.format) {
  case Format::json:
    return [&](llvm::raw_ostream &out) { emit_json(survey, out); };
  case Format::html:
    return [&](llvm::raw_ostream &out) { emit_html(survey, options.cost_model, out); };
  case Format::numpy:
    return [&](llvm::raw_ostream &out) { emit_numpy(survey, out); };
  case Format::hdf5:
    return [&](llvm::raw_ostream &out) { emit_hdf5(survey, options.output, out); };
  case Format::fortran: {
    std::string text, why;
    llvm::raw_string_ostream out(text);
    if (emit_fortran(survey, options.output, options.suffix, out, why))
      return [text](llvm::raw_ostream &to) { to << text; };
    report_error() << "--format=fortran: " << why << '\n';
    return std::nullopt;
  }
  case Format::svg: {
    if (requested.size() == 1 && requested.front()->mapped)
      return [&survey, record = requested.front()](llvm::raw_ostream &out) { emit_svg(survey, *record, out); };
    if (requested.size() == 1) // has been reported
      return std::nullopt;
    auto &error = report_error() << "--format=svg draws one struct: name it with --type (there are ";
    llvm::interleaveComma(requested, error, [&](const Record *record) { error << describe(*record); });
    error << ")\n";
    return std::nullopt;
  }
  case Format::text:
  case Format::c:
  case Format::sarif:
    break;
  }
  return [&](llvm::raw_ostream &out) { emit_text(survey, options.show_tree, out); };
}

int run_headers(const Options &options) {
  auto result = read_headers(options, options.inputs);
  if (!result)
    return 1;
  Survey &survey = result->survey;
  // Other formats show refused records, too.
  const bool is_code = options.format == Format::c || is_language(options.format);
  if (is_code && (result->refused || !names_are_unique(survey)))
    return 1;
  if (options.format == Format::c)
    note_sources(survey);
  find_optimal_trees(survey, options.cost_model);

  const auto shown = layout_printer(options, survey);
  if (!shown)
    return 1;
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
      .shown = *shown,
      .trees = [&](llvm::raw_ostream &out) { emit_trees(survey, out); },
  };
  return write(options, survey, printers) && !result->refused ? 0 : 1;
}

int run_type_map(const Options &options) {
  show_progress("reading " + options.type_map);
  const auto file = read_type_map(options.type_map);
  if (!file)
    return 1;
  show_progress("searching the cheapest type tree of " + options.type_map);
  MapType map = make_map_type(*file, options.cost_model);
  map.name = options.type_name;
  map.file = options.type_map == "-" ? "standard input" : file_name(options.type_map);
  Survey survey;
  if (options.type_map != "-")
    survey.dependencies.insert(options.type_map);

  const bool is_page = options.format == Format::html || options.format == Format::svg;
  if (is_page || options.command == Command::explain) {
    std::string why;
    auto record = record_of(map, why);
    if (!record) {
      report_error() << "'" << options.type_map << "' cannot be drawn or explained: " << why << '\n';
      return 1;
    }
    survey.inputs.push_back({options.type_map, ""});
    survey.records.push_back(std::move(*record));
  }

  const CodeOptions code = code_options(options);
  const bool tree_in_source = options.show_tree && options.output == "-";
  const Printers printers = {
      .source = [&](llvm::raw_ostream &out) { emit_map_source(map, code, tree_in_source, out); },
      .header = [&](llvm::raw_ostream &out) { emit_map_header(map, code, out); },
      .autolink_source = {},
      .autolink_header = {},
      .logbook = {},
      .objects_header = {},
      .shown =
          [&](llvm::raw_ostream &out) {
            if (options.command == Command::explain)
              explain(survey, {&survey.records.front()}, options.cost_model, out);
            else if (options.format == Format::html)
              emit_html(survey, options.cost_model, out);
            else if (options.format == Format::svg)
              emit_svg(survey, survey.records.front(), out);
            else if (options.format == Format::json)
              emit_map_json(map, out);
            else
              emit_map_text(map, out);
          },
      .trees = [&](llvm::raw_ostream &out) { emit_map_text(map, out); },
  };
  return write(options, survey, printers) ? 0 : 1;
}

} // namespace

int main(int argc, const char **argv) {
  const llvm::InitLLVM init(argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == "inspect")
    return run_inspect(argc - 2, argv + 2);
  clang::noteBottomOfStack();
  const int failed = argc > 1 && std::string_view(argv[1]) == "diff" ? 2 : 1;
  const auto options = parse_options(argc, argv);
  if (!options)
    return failed;
  llvm::SmallString<128> directory;
  if (const std::error_code failure = llvm::sys::fs::current_path(directory)) { // Clang would end the program
    report_error() << "the working directory cannot be found (" << failure.message() << "): change to another one\n";
    return failed;
  }
  const Progress progress;
  try {
    if (options->command == Command::diff)
      return run_diff(*options);
    return options->type_map.empty() ? run_headers(*options) : run_type_map(*options);
  } catch (const std::length_error &error) {
    if (options->type_map.empty())
      report_error() << error.what() << '\n';
    else
      report_error() << "'" << options->type_map << "': " << error.what() << '\n';
    return failed;
  }
}
