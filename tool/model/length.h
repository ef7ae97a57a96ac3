// The expression of AutoMap_Len: integer fields, numbers, + - * / and parentheses. This file parses the text alone;
// field_lookup finds the fields and the constants that its names mean.
#pragma once

#include "directives.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace automap {

/// A length in postfix order: "2 * (n - 1)" is 2 n 1 - *.
struct Length {
  struct Step {
    enum class Kind : std::uint8_t { number, field, add, subtract, multiply, divide };
    Kind kind = Kind::number;
    std::uint64_t value = 0; // the number, or an index into `fields`
  };
  std::vector<Step> steps;  // never empty
  std::vector<Word> fields; // the paths, one for each use
};

/// The place at which a text is no length. `too_large` if it fails only because a number is too large.
struct LengthProblem {
  std::size_t offset = 0;
  bool too_large = false;
};

/// Parses a length. As in C, * and / bind more strongly than + and -, all from left to right. Numbers are decimal and
/// at most 2^63 - 1.
std::variant<Length, LengthProblem> parse_length(std::string_view text);

} // namespace automap
