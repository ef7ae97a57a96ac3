// Differences of layouts, for people, programs and code scanners.
#pragma once

#include "compare.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace automap {

/// Prints each record that has changed, field by field, and what that means.
void print_text(const Difference &difference, llvm::raw_ostream &out);

/// Prints one JSON object; json-format.md has its keys.
void print_json(const Difference &difference, const std::string &before, const std::string &after,
                llvm::raw_ostream &out);

/// Prints a log of SARIF 2.1.0, which shows what has changed beside the lines of the new header.
void print_sarif(const Difference &difference, llvm::raw_ostream &out);

} // namespace automap
