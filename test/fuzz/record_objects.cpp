// Writes messages for the corpus of fuzz_objects, or the files among them for fuzz_inspect: record_objects DIRECTORY
// [files]
#include "cases.h"

#include "core/base/wire.h"
#include "file/memory_file.h"

#include <fstream>
#include <string>
#include <string_view>

namespace {

void write(const std::string &path, char form, std::size_t selector, const objects::Packets &packets) {
  std::ofstream file(path, std::ios::binary);
  file.put(form).put(static_cast<char>(selector));
  for (const std::vector<char> &one : packets) {
    file.put(static_cast<char>(one.size() % 256)).put(static_cast<char>(one.size() / 256));
    file.write(one.data(), static_cast<std::streamsize>(one.size()));
  }
}

/// `is_changed`: as a program would write it whose classes have another hash, so that the file is converted.
void write_file(const std::string &path, std::string_view selector, const objects::Case &one, bool is_changed) {
  autolink::file::ContentType type = one.content_type();
  objects::Packets messages = one.messages({0, 1024});
  type.hash ^= is_changed;
  std::memcpy(messages[0].data() + sizeof(autolink::wire::Head), &type.hash, sizeof type.hash);
  const autolink::test::FileBytes bytes = autolink::test::file_of(type, std::vector<objects::Packets>{messages});
  std::ofstream(path, std::ios::binary)
      .write(selector.data(), static_cast<std::streamsize>(selector.size()))
      .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

} // namespace

int main(int argc, char **argv) {
  const bool is_files = argc == 3 && std::string_view(argv[2]) == "files";
  if (argc != 2 && !is_files)
    return 1;
  const auto cases = objects::all_cases(true);
  if (cases.size() > 256)
    return 1; // the selector is too short
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string path = std::string(argv[1]) + "/" + std::to_string(i);
    if (is_files) {
      write_file(path, std::string_view("\0", 1), *cases[i], false);
      continue;
    }
    write(path + "_contents", 0, i, cases[i]->packets([] { return std::size_t{10000}; }));
    write(path + "_packets", 0, i, cases[i]->packets([] { return std::size_t{20}; }));
    write(path + "_message", 1, i, cases[i]->messages({8192, 8192}));
    write(path + "_messages", 1, i, cases[i]->messages({0, 1024}));
    const char selector[] = {2, static_cast<char>(i)};
    write_file(path + "_file", {selector, 2}, *cases[i], false);
    write_file(path + "_changed", {selector, 2}, *cases[i], true);
  }
  return 0;
}
