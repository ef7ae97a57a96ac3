// Writing what a run makes: all of its files or none, and nobody's file but automap's own.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace automap {

struct OutputFile {
  std::string path;
  std::function<void(llvm::raw_ostream &)> print;
  std::string
      mark; // an existing file that does not hold this text is somebody's, and stays; empty: any may go
  std::string beside = {}; // the file that the user has named, where that is another one
  // How it begins with what it is made of, and that; what names it otherwise. Empty: nobody asks.
  std::string made_of_mark = {};
  std::vector<std::string> made_of = {};
  std::string named_by = {};
};

/// Writes the files. None is touched if one is among `inputs`, the files that were read, or is somebody's,
/// or cannot be written; then the reason has been reported, and the result is false.
bool write_files(const std::vector<OutputFile> &files, const std::set<std::string> &inputs);

/// Prints to standard output; false, after a report, if that fails.
bool write_stdout(const std::function<void(llvm::raw_ostream &)> &print);

} // namespace automap
