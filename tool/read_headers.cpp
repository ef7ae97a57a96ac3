// Reading headers. See read_headers.h.
#include "read_headers.h"

#include "frontend/survey.h"
#include "model/report.h"

#include "llvm/ADT/STLExtras.h"

namespace automap {

std::optional<SurveyResult> read_headers(const Options &options, const std::vector<std::string> &inputs) {
  SurveyRequest request;
  request.inputs = inputs;
  request.build_dir = options.build_dir;
  request.compiler_args = options.compiler_args;
  request.compiler = options.compiler;
  request.output_path = options.output;
  request.type_patterns = options.types;
  request.selection_file = options.selection;
  request.all = options.all;
  request.system_headers = options.system_headers;
  request.skip_included = options.skip_included;
  request.ignore_pointers = options.ignore_pointers;
  request.autolink = options.autolink;
  request.objects = options.autolink && options.command != Command::diff &&
                    llvm::is_contained({Format::c, Format::html, Format::text, Format::json}, options.format);
  if (options.format == Format::c)
    request.output_language = options.cxx_output() ? Language::cxx : Language::c;

  SurveyResult result = run_survey(request);
  if (!result.parsed)
    return std::nullopt;
  const bool has_datatypes =
      llvm::any_of(result.survey.records, [](const Record &record) { return !record.datatypes.empty(); });
  if (!result.refused && !options.all && !has_datatypes && result.survey.objects.empty()) {
    if (options.selection.empty())
      report_error() << "no struct is marked: write '/*~ AutoMap_TpUsed */' after one, between '/*~ AutoMap_Begin */'"
                        " and '/*~ AutoMap_End */', or name one with --type\n";
    else
      report_error() << "'" << options.selection << "' asks for no datatype: name a type without 'datatype: false'\n";
    return std::nullopt;
  }
  if (options.all && !options.system_headers && result.survey.objects.empty() &&
      llvm::none_of(result.survey.records, [](const Record &record) { return record.listed; }))
    report_note() << "the inputs have no struct of their own; '--system-headers' shows those of system headers, too\n";
  return result;
}

} // namespace automap
