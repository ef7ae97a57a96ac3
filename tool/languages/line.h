// Texts in comments of one line.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace automap {

/// Returns the text as a part of a line: control characters become blanks, and what is no UTF-8 U+FFFD.
inline std::string in_line(llvm::StringRef text) {
  std::string out = llvm::json::fixUTF8(text);
  for (char &c : out)
    if (static_cast<unsigned char>(c) < 0x20)
      c = ' ';
  return out;
}

} // namespace automap
