// Building type maps from words. See type_map_builder.h.
#include "type_map_builder.h"

#include "host_types.h"
#include "model/nearest_name.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace automap {
namespace {

bool is_number(llvm::StringRef text) {
  if (!text.consume_front("-"))
    text.consume_front("+");
  return !text.empty() && llvm::all_of(text, [](char c) { return llvm::isDigit(c); });
}

} // namespace

std::optional<layout::BasicType> TypeMapBuilder::parse_type(llvm::StringRef word, llvm::StringRef name) {
  if (const auto known = host_basic_type(std::string_view(name.data(), name.size())))
    return known;
  // "double" is not near to "MPI_DOUBLE", but means it.
  const std::string prefixed = "MPI_" + name.upper();
  fail(word, "unknown basic type '" + name + "'" +
                 (host_basic_type(prefixed) ? did_you_mean({prefixed}) : did_you_mean(name, layout::mpi_names())));
  return std::nullopt;
}

std::optional<std::int64_t> TypeMapBuilder::parse_number(llvm::StringRef word, llvm::StringRef what) {
  std::int64_t value = 0;
  llvm::StringRef digits = word;
  digits.consume_front("+");
  if (is_number(word) && !digits.getAsInteger(10, value))
    return value;
  fail(word,
       is_number(word) ? "the " + what + " is out of the 64-bit range" : "expected a whole number for the " + what);
  return std::nullopt;
}

bool TypeMapBuilder::add(layout::Run run, llvm::StringRef word) {
  if (run.count < 0)
    return fail(word, "a count cannot be negative");
  if (run.count == 0)
    return true;
  const std::int64_t size = run.type.size_bytes;
  if (run.count == 1)
    run.stride = size;
  std::int64_t span = 0, last = 0, end = 0, bytes = 0;
  if (__builtin_mul_overflow(run.count, run.stride, &span) || __builtin_add_overflow(run.offset, span, &end) ||
      __builtin_add_overflow(run.offset, span - run.stride, &last) || __builtin_add_overflow(last, size, &end) ||
      __builtin_mul_overflow(run.count, size, &bytes) || __builtin_add_overflow(bytes_, bytes, &bytes_) ||
      __builtin_add_overflow(elements_, run.count, &elements_))
    return fail(word, "the type map leaves the 64-bit range here");
  result_.runs.push_back(run);
  return true;
}

bool TypeMapBuilder::set(std::optional<std::int64_t> &out, llvm::StringRef word, llvm::StringRef what) {
  if (out)
    return fail(word, "the " + what + " is given twice");
  out = parse_number(word, what);
  return out.has_value();
}

bool TypeMapBuilder::fail(llvm::StringRef word, const llvm::Twine &message) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(*text_), {});
  const auto place = [](const char *at) { return llvm::SMLoc::getFromPointer(at); };
  const llvm::SMRange range(place(word.begin()), place(word.end()));
  const llvm::SMDiagnostic whole =
      sources.GetMessage(place(word.begin()), llvm::SourceMgr::DK_Error, message,
                         word.empty() ? llvm::ArrayRef<llvm::SMRange>() : llvm::ArrayRef(range));
  constexpr std::size_t longest_line_shown = 400; // JSON may be one line of megabytes
  if (whole.getLineContents().size() <= longest_line_shown)
    sources.PrintMessage(llvm::errs(), whole, llvm::errs().has_colors());
  else
    sources.PrintMessage(llvm::errs(),
                         llvm::SMDiagnostic(sources, whole.getLoc(), whole.getFilename(), whole.getLineNo(),
                                            whole.getColumnNo(), whole.getKind(), whole.getMessage(), "", {}),
                         llvm::errs().has_colors());
  return false;
}

std::optional<TypeMapFile> TypeMapBuilder::finish() {
  if (result_.runs.empty()) {
    fail(text().take_front(0), "the type map is empty");
    return std::nullopt;
  }
  return std::move(result_);
}

} // namespace automap
