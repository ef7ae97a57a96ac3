// Names and numbers in messages and texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace automap {

inline std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Returns the text as a literal of C.
inline std::string c_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text)
    out += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out + '"';
}

/// Whether an #include directive can name a file of this path, and a comment can hold it.
inline bool is_includable(std::string_view path) {
  return path.find_first_of("\"\\\n\r>") == path.npos && path.find("*/") == path.npos;
}

/// Returns "1 byte", "2 bytes".
inline std::string plural(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

} // namespace automap
