// automap: parse the options, run the stages, write the files.
#include "emit.h"
#include "frontend.h"
#include "names.h"
#include "options.h"
#include "output_files.h"
#include "report.h"

#include "clang/Basic/Stack.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

#include <map>
#include <stdexcept>

namespace {

using namespace automap;

std::string file_name(const std::string &path) { return llvm::sys::path::filename(path).str(); }

/// Two datatypes of one name, from two namespaces or two files, cannot stand in one program.
bool names_are_unique(const Survey &survey) {
  std::map<std::string, std::pair<const Record *, std::string>> owners;
  bool unique = true;
  for (const Record &record : survey.records)
    for (const Record::Datatype &datatype : record.datatypes) {
      const std::string called = record.view.empty()
                                     ? "'" + datatype.name + "'"
                                     : "view '" + record.view + "' of '" + record.qualified + "'";
      const auto [owner, added] = owners.try_emplace(names::datatype(datatype.name), &record, called);
      if (added)
        continue;
      unique = false;
      const auto place = [](const Record &of) {
        return of.location.file + ":" + std::to_string(of.location.line);
      };
      report_error() << "both " << owner->second.second << " (" << place(*owner->second.first) << ") and "
                     << called << " (" << place(record) << ") would be called " << owner->first
                     << "; a typedef or alias can give one another name\n";
    }
  return unique;
}

bool has_datatypes(const Survey &survey) {
  for (const Record &record : survey.records)
    if (!record.datatypes.empty())
      return true;
  return false;
}

int run(const Options &options) {
  SurveyRequest request;
  request.inputs = options.inputs;
  request.build_dir = options.build_dir;
  request.compiler_args = options.compiler_args;
  request.output_path = options.output;
  request.type_patterns = options.types;
  request.selection_file = options.selection;
  request.all = options.all;
  request.skip_included = options.skip_included;
  request.ignore_pointers = options.ignore_pointers;
  if (options.format == Format::c)
    request.output_language = options.cxx_output() ? Language::cxx : Language::c;

  SurveyResult result = run_survey(request);
  if (!result.parsed)
    return 1;
  try {
    find_optimal_trees(result.survey, options.cost_model);
  } catch (const std::length_error &error) {
    report_error() << error.what() << '\n';
    return 1;
  }
  const Survey &survey = result.survey;
  if (!result.refused && !options.all && !has_datatypes(survey)) {
    report_error()
        << "no struct is marked: write '/*~ AutoMap_TpUsed */' behind it, between '/*~ AutoMap_Begin */'"
           " and '/*~ AutoMap_End */', or name it with --type\n";
    return 1;
  }

  std::vector<std::string> targets = {options.output};
  std::vector<OutputFile> files;
  const OutputFile depfile{options.depfile,
                           [&](llvm::raw_ostream &out) { emit_depfile(survey, targets, out); },
                           std::string(depfile_mark)};

  if (options.format != Format::c) {
    // What is known is shown even where something was refused: the refusal is part of it.
    const auto print = [&](llvm::raw_ostream &out) {
      options.format == Format::json ? emit_json(survey, out) : emit_text(survey, out);
    };
    if (options.output == "-")
      return write_stdout(print) && !result.refused ? 0 : 1;
    files.push_back({options.output, print, options.format == Format::json ? "\"automap\": {" : ""});
  } else {
    if (result.refused || !names_are_unique(survey))
      return 1;
    CodeOptions code;
    code.cxx = options.cxx_output();
    code.header_name = file_name(names::header_for(options.output));
    code.source_name = file_name(options.output);
    code.suffix = options.suffix;
    targets.push_back(names::header_for(options.output));
    const std::string mark(generated_mark);
    files.push_back(
        {targets[0], [&, code](llvm::raw_ostream &out) { emit_source(survey, code, out); }, mark});
    files.push_back(
        {targets[1], [&, code](llvm::raw_ostream &out) { emit_header(survey, code, out); }, mark});
  }
  if (!options.depfile.empty())
    files.push_back(depfile);
  return write_files(files, survey.dependencies) && !result.refused ? 0 : 1;
}

} // namespace

int main(int argc, const char **argv) {
  const llvm::InitLLVM init(argc, argv);
  clang::noteBottomOfStack();
  const auto options = parse_options(argc, argv);
  return options ? run(*options) : 1;
}
