// Names in messages.
#pragma once

#include <string>
#include <string_view>

namespace automap {

inline std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

} // namespace automap
