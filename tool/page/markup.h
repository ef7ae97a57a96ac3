// Text in HTML and SVG. All that comes from a header goes through escaped() or url_of().
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace automap {

/// Returns the text as content or as the value of an attribute in quotes, of HTML and of XML. Bytes that are no UTF-8,
/// and control characters, become U+FFFD.
std::string escaped(llvm::StringRef text);

/// Returns a link to a line of a file: a relative or absolute path, whatever characters it has, and never a scheme.
std::string url_of(llvm::StringRef path, unsigned line);

/// Returns the number with commas: 1234567 → "1,234,567".
std::string grouped(std::uint64_t number);

/// Returns "1 byte", "1,234 bytes".
std::string grouped(std::uint64_t number, llvm::StringRef what);

/// Returns the text with `quoted` parts, 'pos', as <code>pos</code>. It is escaped.
std::string with_code(llvm::StringRef text);

/// Returns the number of columns that a text takes in a font of fixed width.
unsigned columns_of(llvm::StringRef text);

} // namespace automap
