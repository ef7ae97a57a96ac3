// `automap diff`. See run_diff.h.
#include "run_diff.h"

#include "diff/report.h"
#include "model/report.h"
#include "output_files.h"
#include "read_headers.h"
#include "show/emit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>
#include <string>
#include <vector>

namespace automap {
namespace {

constexpr int failed = 2;

bool is_json(llvm::StringRef path) { return path.ends_with_insensitive(".json"); }

/// Returns the layouts of a file of JSON, or of headers; nothing after a report.
std::optional<std::vector<KnownRecord>> layouts_of(const Options &options, const std::vector<std::string> &inputs) {
  const std::string &first = inputs.front();
  if (inputs.size() == 1 && is_json(first)) {
    const auto file = llvm::MemoryBuffer::getFile(first);
    if (file)
      return read_layouts((*file)->getBuffer(), first);
    report_error() << "'" << first << "': " << file.getError().message() << '\n';
    return std::nullopt;
  }
  auto result = read_headers(options, inputs);
  if (!result)
    return std::nullopt;
  std::string json; // so that headers and files of JSON take the same way
  llvm::raw_string_ostream out(json);
  emit_json(result->survey, out);
  return read_layouts(json, first);
}

/// Leaves out old records that --type does not ask for.
void keep_requested(std::vector<KnownRecord> &before, const std::vector<KnownRecord> &after,
                    const std::vector<std::string> &types) {
  if (types.empty())
    return;
  const auto is_requested = [&](const KnownRecord &record) {
    if (llvm::any_of(after, [&](const KnownRecord &other) { return other.name == record.name; }))
      return true;
    return llvm::any_of(types, [&](const std::string &type) {
      auto pattern = llvm::GlobPattern::create(type);
      if (pattern)
        return pattern->match(record.name) || pattern->match(record.kind + " " + record.name);
      llvm::consumeError(pattern.takeError());
      return false;
    });
  };
  llvm::erase_if(before, [&](const KnownRecord &record) { return !is_requested(record); });
}

std::string mark_of(Format format) {
  return format == Format::json ? "\"automap\": {" : format == Format::sarif ? "\"name\": \"automap\"" : "";
}

} // namespace

int run_diff(const Options &options) {
  const std::vector<std::string> old_inputs = {options.inputs.front()};
  const std::vector<std::string> new_inputs(options.inputs.begin() + 1, options.inputs.end());
  auto before = layouts_of(options, old_inputs);
  if (!before)
    return failed;
  const auto after = layouts_of(options, new_inputs);
  if (!after)
    return failed;
  keep_requested(*before, *after, options.types);
  const Difference difference = compare_layouts(*before, *after);
  std::string text;
  llvm::raw_string_ostream printed(text);
  if (options.format == Format::json)
    print_json(difference, old_inputs.front(), llvm::join(new_inputs, ", "), printed);
  else if (options.format == Format::sarif)
    print_sarif(difference, printed);
  else
    print_text(difference, printed);
  const auto print = [&](llvm::raw_ostream &out) { out << text; };
  const bool written = options.output == "-" ? write_stdout(print)
                                             : write_files({{options.output, print, mark_of(options.format)}},
                                                           {options.inputs.begin(), options.inputs.end()});
  return !written ? failed : difference.is_compatible() ? 0 : 1;
}

} // namespace automap
