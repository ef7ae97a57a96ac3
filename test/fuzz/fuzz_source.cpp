// Takes any text as a header in C or, with FUZZ_CXX, in C++. It must not crash or hang. What is mapped must be
// consistent, and all printers must accept it. The first byte decides whether pointers are followed.
#include "frontend/survey.h"
#include "routines/al_routines.h"
#include "show/emit.h"

#include "layout/type_map.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

using namespace automap;

namespace {

#ifdef FUZZ_CXX
constexpr bool cxx = true;
#else
constexpr bool cxx = false;
#endif

void require(bool condition) {
  if (!condition)
    std::abort();
}

void check(const Survey &survey) {
  for (const Record &record : survey.records) {
    if (!record.mapped) {
      require(!record.reason.empty() && record.fields.empty());
      continue;
    }
    require(record.tree.true_lower_bound() >= 0);
    require(record.tree.true_upper_bound() <= static_cast<std::int64_t>(record.size_bytes));
    require(record.tree.data_bytes() <= static_cast<std::int64_t>(record.size_bytes));
    for (const Field &field : record.fields) {
      require(field.content != Field::Content::record || field.record < survey.records.size());
      require(field.offset_bytes + field.size_bytes <= record.size_bytes || field.content == Field::Content::ignored);
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::string path = "/tmp/automap-fuzz-" + std::to_string(getpid()) + (cxx ? ".hpp" : ".h");
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(size));
  SurveyRequest request;
  request.inputs = {path};
  request.output_path = "out.cpp";
  request.compiler_args = {"-w", "-ferror-limit=1", cxx ? "-std=c++20" : "-std=c23"};
  request.type_patterns = {"*"};
  request.all = true;
  request.autolink = size != 0 && data[0] % 2 != 0;
  SurveyResult result = run_survey(request);
  unlink(path.c_str());
  if (!result.parsed)
    return 0;
  find_optimal_trees(result.survey, {});
  check(result.survey);
  std::string text;
  llvm::raw_string_ostream out(text);
  emit_json(result.survey, out);
  emit_text(result.survey, true, out);
  emit_trees(result.survey, out);
  CodeOptions code;
  code.cxx = cxx;
  code.header_name = "out.h";
  code.source_name = "out.cpp";
  if (!result.refused) {
    emit_header(result.survey, code, out);
    emit_source(result.survey, code, out);
    try {
      emit_autolink_header(result.survey, code, out);
      emit_autolink_source(result.survey, code, out);
      emit_logbook(result.survey, code, out);
    } catch (const std::length_error &) { // a node with too many parts
    }
  }
  return 0;
}
