// Writes messages for the corpus of fuzz_objects: record_objects DIRECTORY
#include "cases.h"

#include <fstream>
#include <string>

namespace {

void write(const std::string &path, std::size_t selector, const objects::Packets &packets) {
  std::ofstream file(path, std::ios::binary);
  file.put(static_cast<char>(selector));
  for (const std::vector<char> &one : packets) {
    file.put(static_cast<char>(one.size() % 256)).put(static_cast<char>(one.size() / 256));
    file.write(one.data(), static_cast<std::streamsize>(one.size()));
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  const auto cases = objects::all_cases(true);
  if (cases.size() > 128)
    return 1; // the selector is too short
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string path = std::string(argv[1]) + "/" + std::to_string(i);
    write(path + "_contents", i, cases[i]->packets([] { return std::size_t{10000}; }));
    write(path + "_packets", i, cases[i]->packets([] { return std::size_t{20}; }));
    write(path + "_message", i | 128, cases[i]->messages({8192, 8192}));
    write(path + "_messages", i | 128, cases[i]->messages({0, 1024}));
  }
  return 0;
}
