// Names and numbers in messages and texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace automap {

inline std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Returns "1 byte", "2 bytes".
inline std::string plural(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

} // namespace automap
