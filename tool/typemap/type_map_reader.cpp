// Reading files of type maps, and those in lines of text. See type_map_reader.h.
#include "type_map_reader.h"

#include "model/report.h"
#include "type_map_builder.h"
#include "type_map_json.h"

#include "llvm/Support/FileSystem.h"

#include <algorithm>

namespace automap {
namespace {

namespace fs = llvm::sys::fs;

constexpr std::size_t largest_file = std::size_t{256} << 20; // bytes
constexpr llvm::StringLiteral blanks = " \t\v\f\r";
constexpr llvm::StringLiteral byte_order_mark = "\xef\xbb\xbf";

/// Reads one line, without its end; a comment begins with '#'.
bool read_line(TypeMapBuilder &builder, llvm::StringRef line) {
  line = line.take_until([](char c) { return c == '#'; });
  const auto next_word = [&] {
    line = line.ltrim(blanks);
    const llvm::StringRef word = line.take_until([](char c) { return blanks.contains(c); });
    line = line.drop_front(word.size());
    return word;
  };
  const llvm::StringRef first = next_word(), second = next_word(), third = next_word();
  if (first.empty())
    return true;
  const bool bound = first == "lb" || first == "extent";
  const auto type = bound ? std::nullopt : builder.parse_type(first, first);
  if (!bound && !type)
    return false;
  if (second.empty())
    return builder.fail(first.take_back(0), bound ? "expected a number of bytes after '" + first + "'"
                                                  : "expected a displacement after '" + first + "'");
  if (!third.empty())
    return builder.fail(third, "expected the end of the line");
  if (bound)
    return first == "lb" ? builder.set_lower_bound(second) : builder.set_extent(second);
  const auto displacement = builder.parse_number(second, "displacement");
  return displacement && builder.add({*type, *displacement, 1, type->size_bytes}, second);
}

bool read_lines(TypeMapBuilder &builder) {
  llvm::StringRef rest = builder.text();
  rest.consume_front(byte_order_mark);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (!read_line(builder, rest.take_front(end)))
      return false;
    rest = rest.drop_front(std::min(end + 1, rest.size()));
  }
  return true;
}

/// Reads all of a file or pipe, up to the size that a type map may have.
llvm::Expected<std::string> read_bounded(const std::string &path) {
  fs::file_t file = fs::getStdinHandle();
  if (path != "-") {
    fs::file_status status;
    if (const std::error_code failure = fs::status(path, status))
      return llvm::errorCodeToError(failure);
    if (fs::is_directory(status))
      return llvm::errorCodeToError(std::make_error_code(std::errc::is_a_directory));
    auto opened = fs::openNativeFileForRead(path);
    if (!opened)
      return opened.takeError();
    file = *opened;
  }
  std::string text;
  llvm::Error failure = llvm::Error::success();
  constexpr std::size_t chunk = std::size_t{1} << 20;
  for (std::size_t end = 0; text.size() <= largest_file;) {
    text.resize(end + chunk);
    auto got = fs::readNativeFile(file, {text.data() + end, chunk});
    if (!got) {
      failure = got.takeError();
      break;
    }
    text.resize(end += *got);
    if (*got == 0)
      break;
  }
  if (path != "-")
    fs::closeFile(file);
  if (failure)
    return failure;
  if (text.size() > largest_file)
    return llvm::createStringError(
        std::errc::file_too_large,
        "it is larger than %zu MiB; in JSON, write what repeats as runs (automap(1), TYPE MAPS)", largest_file >> 20);
  return text;
}

} // namespace

std::optional<TypeMapFile> parse_type_map(std::unique_ptr<llvm::MemoryBuffer> text) {
  TypeMapBuilder builder(std::move(text));
  llvm::StringRef content = builder.text();
  if (const std::size_t zero = content.find('\0'); zero != llvm::StringRef::npos) {
    builder.fail(content.substr(zero, 1), "expected text, not a zero byte");
    return std::nullopt;
  }
  content.consume_front(byte_order_mark);
  content = content.ltrim();
  const bool json = content.starts_with("[") || content.starts_with("{");
  if (!(json ? read_json_type_map(builder) : read_lines(builder)))
    return std::nullopt;
  return builder.finish();
}

std::optional<TypeMapFile> read_type_map(const std::string &path) {
  auto text = read_bounded(path);
  if (!text) {
    report_error() << "--from-typemap '" << path << "': " << llvm::toString(text.takeError()) << '\n';
    return std::nullopt;
  }
  return parse_type_map(llvm::MemoryBuffer::getMemBufferCopy(*text, path == "-" ? "<stdin>" : path));
}

} // namespace automap
