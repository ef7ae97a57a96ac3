// Runs commands in a scratch directory, for tests of whole programs.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace automap::test {

inline std::string read_file(const std::filesystem::path &path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write_file(const std::filesystem::path &path, const std::string &text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

struct Finished {
  int exit_code = -1; // -1 if killed by a signal
  std::string out;
  std::string err;
};

/// A directory that is deleted together with the object.
class Scratch {
public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "automap-test-XXXXXX").string();
    path_ = std::filesystem::canonical(mkdtemp(pattern.data()));
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  const std::filesystem::path &path() const { return path_; }
  std::filesystem::path operator/(const std::string &name) const { return path_ / name; }

  void write(const std::string &name, const std::string &text) const { write_file(path_ / name, text); }
  std::string read(const std::string &name) const { return read_file(path_ / name); }
  bool has(const std::string &name) const { return std::filesystem::exists(path_ / name); }

  /// Runs a shell command in the directory, with messages in English.
  Finished run(const std::string &command) const {
    const std::string out = path_ / ".stdout", err = path_ / ".stderr";
    const int status = std::system(
        ("export LC_ALL=C.UTF-8; cd '" + path_.string() + "' && { " + command + "\n} >'" + out + "' 2>'" + err + "'")
            .c_str());
    Finished finished{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
    std::filesystem::remove(out);
    std::filesystem::remove(err);
    return finished;
  }

private:
  std::filesystem::path path_;
};

} // namespace automap::test
