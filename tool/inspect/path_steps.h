// The steps of a path that the user has given, such as "next.position[2]".
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace automap {

/// A path that leads nowhere; what() says where and why.
struct WrongPath : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Takes a step "[number]" from the beginning of the steps, and returns the number. Throws WrongPath if it is none.
inline std::uint64_t take_index(std::string_view &steps) {
  std::uint64_t out = 0;
  const char *const end_of_steps = steps.data() + steps.size();
  const auto [end, error] = std::from_chars(steps.data() + 1, end_of_steps, out);
  if (error != std::errc() || end == end_of_steps || *end != ']')
    throw WrongPath("'" + std::string(steps) + "' is no '[number]'");
  steps.remove_prefix(static_cast<std::size_t>(end + 1 - steps.data()));
  return out;
}

/// Returns a number of elements: "1 element".
inline std::string elements_text(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " element" : " elements"); }

} // namespace automap
