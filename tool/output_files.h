// Writes the files of a run: all or none, and only over files that automap made.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace automap {

/// A file to write.
struct OutputFile {
  std::string path;
  std::function<void(llvm::raw_ostream &)> print;
  std::string mark; // automap made an existing file only if it holds this text; empty: any file is replaced
  std::string named_output = {}; // the file that the user named, if it is another one
  // The text before the names of the inputs in the file, these names, and the option that gives the file
  // another name. If they are empty, other inputs of an existing file are not compared.
  std::string inputs_mark = {};
  std::vector<std::string> inputs = {};
  std::string naming_option = {};
};

/// Writes the files. If one of them is in `inputs`, the files that were read, or was not made by automap, or
/// cannot be written, reports the reason, changes none of them and returns false.
bool write_files(const std::vector<OutputFile> &files, const std::set<std::string> &inputs);

/// Prints to standard output. Reports a failure, and returns false.
bool write_stdout(const std::function<void(llvm::raw_ostream &)> &print);

} // namespace automap
