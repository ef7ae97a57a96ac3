// Takes any text as a --select file. There must be no crash, and all words must be where they are reported to be.
#include "annotations/selection_file.h"

#include <cstdlib>
#include <fstream>
#include <unistd.h>

using namespace automap;

namespace {

void check(const SelectionFile &file, const SelectionFile::Word &word) {
  if (word.offset + word.length > file.text().size())
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::string path = "/tmp/automap-fuzz-" + std::to_string(getpid()) + ".yaml";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(size));
  const auto file = SelectionFile::read(path);
  unlink(path.c_str());
  if (!file)
    return 0;
  for (const SelectionFile::Type &type : file->types()) {
    check(*file, type.name);
    for (const SelectionFile::Word &word : type.ignored)
      check(*file, word);
    for (const SelectionFile::View &view : type.views)
      for (const SelectionFile::Word &word : view.fields)
        check(*file, word);
  }
  return 0;
}
