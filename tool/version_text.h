// What --version prints: the versions of automap and LLVM, and the MPI libraries that AutoMap is installed for.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace automap {

/// Prints the versions. The libraries are looked for where they are installed relative to the command.
void print_version(const std::string &executable, llvm::raw_ostream &out);

} // namespace automap
