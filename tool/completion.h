// Scripts that complete automap's arguments in a shell.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace automap {

/// An option, or a command, with what is known of its value.
struct Completed {
  std::string spelling; // with its dashes
  std::string help;     // one sentence
  std::string value;    // what the value is, as --help names it; empty: there is none
  std::vector<std::pair<std::string, std::string>> values; // all values with their help; empty: any
  bool is_repeatable = false;
  bool is_joined = false; // the value follows without a space, as in -Idir
};

/// Returns the script for bash or zsh; empty for another shell.
std::string completion_script(llvm::StringRef shell, llvm::ArrayRef<Completed> commands,
                              llvm::ArrayRef<Completed> options);

} // namespace automap
