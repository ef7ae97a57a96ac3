// Takes any bytes as a file of AutoLink's, after its checksums are made right, and prints its types, its structures or
// objects, and what is at all paths that this prints. There must be no crash.
#include "sealed_file.h"

#include "inspect/object_values.h"
#include "inspect/types_text.h"
#include "inspect/values.h"

#include "core/base/failure.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <set>
#include <string>

using namespace autolink;

namespace {

/// Prints the values at the root, and at the paths that this names.
template <typename Print> void print_all(Print print) {
  std::set<std::string> paths = {""};
  std::string printed;
  for (unsigned n = 0; n < 20 && !paths.empty(); ++n) {
    const std::string path = paths.extract(paths.begin()).value();
    std::string text;
    llvm::raw_string_ostream out(text);
    try {
      print(path, out);
    } catch (const automap::WrongPath &) { // such as names with points
    }
    for (std::size_t begin = 0; begin < text.size() && paths.size() < 20;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string line = text.substr(begin, end - begin), next = line.substr(0, line.find(" = "));
      if (!next.empty() && next.size() > path.size())
        paths.insert(next.substr(1)); // without the number of the structure
      begin = end + 1;
    }
  }
}

void inspect(const file::Container &container, std::uint64_t which) {
  if (!container.types().content) {
    const std::vector<std::byte> bytes = file::stored_bytes(container, which);
    const file::StoredStructure stored(container.types(), bytes);
    print_all([&](const std::string &path, llvm::raw_ostream &out) {
      automap::print_values(container.types(), stored, path, "0", out);
    });
    return;
  }
  const object::Types types = object::read_object_types(container.types().content->fields);
  const std::vector<std::vector<std::byte>> packets = file::content_packets(container, which);
  const std::vector<std::span<const std::byte>> spans(packets.begin(), packets.end());
  const object::StoredObject stored(types, spans, 256 << 10);
  print_all([&](const std::string &path, llvm::raw_ostream &out) {
    automap::print_object_values(types, stored, path, "0", out);
  });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  const auto *const begin = reinterpret_cast<const std::byte *>(data);
  test::FileBytes bytes(begin + 1, begin + size);
  if (data[0] < 128)
    test::seal(bytes);
  try {
    const file::Container container = test::open_memory(std::move(bytes));
    llvm::raw_null_ostream out;
    if (!container.types().content)
      automap::print_types(container.types(), out);
    else
      automap::print_types(object::read_object_types(container.types().content->fields), out);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(container.n_structures(), 2); ++i)
      try {
        inspect(container, i);
      } catch (const Failure &) {
      }
  } catch (const Failure &) {
  } catch (const std::bad_alloc &) {
  }
  return 0;
}
