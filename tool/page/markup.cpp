// Text in HTML and SVG. See markup.h.
#include "markup.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

namespace automap {

std::string escaped(llvm::StringRef text) {
  constexpr const char *replacement = "\xEF\xBF\xBD"; // U+FFFD
  const std::string valid = llvm::json::fixUTF8(text);
  std::string out;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    // U+FFFE and U+FFFF are no characters of XML.
    const bool is_no_character = c == '\xEF' && llvm::StringRef(valid).substr(i + 1, 1) == "\xBF" &&
                                 i + 2 < valid.size() && static_cast<unsigned char>(valid[i + 2]) >= 0xBE;
    if (is_no_character) {
      out += replacement;
      i += 2;
    } else if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
      out += replacement;
    else
      out += c;
  }
  return out;
}

std::string url_of(llvm::StringRef path, unsigned line) {
  std::string out;
  for (const char c : path) {
    if (llvm::isAlnum(c) || llvm::StringRef("/._-~").contains(c))
      out += c;
    else
      out += "%" + llvm::toHex(llvm::StringRef(&c, 1));
  }
  if (llvm::StringRef(out).starts_with("//")) // would be another machine
    out.insert(0, ".");
  return out + "#L" + std::to_string(line);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

std::string grouped(std::uint64_t number, llvm::StringRef what) {
  return grouped(number) + " " + what.str() + (number == 1 ? "" : "s");
}

std::string with_code(llvm::StringRef text) {
  std::string out;
  bool is_code = false;
  for (;;) {
    const std::size_t quote = text.find('\'');
    const bool opens =
        !is_code && quote != llvm::StringRef::npos && text.find('\'', quote + 1) != llvm::StringRef::npos;
    if (quote == llvm::StringRef::npos || (!is_code && !opens))
      return out + escaped(text) + (is_code ? "</code>" : "");
    out += escaped(text.take_front(quote)) + (is_code ? "</code>" : "<code>");
    is_code = !is_code;
    text = text.drop_front(quote + 1);
  }
}

unsigned columns_of(llvm::StringRef text) {
  const int columns = llvm::sys::unicode::columnWidthUTF8(text);
  return columns < 0 ? static_cast<unsigned>(text.size()) : static_cast<unsigned>(columns);
}

} // namespace automap
