// The expression of AutoMap_Len: integer fields, numbers, + - * / and parentheses. This file knows its text
// only; what its fields are, or whether they are names of numbers, is the matter of field_lookup.
#pragma once

#include "directives.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace automap {

/// A length in the order in which a stack machine takes it: "2 * (n - 1)" is 2 n 1 - *.
struct Length {
  struct Step {
    enum class Kind : std::uint8_t { number, field, add, subtract, multiply, divide };
    Kind kind = Kind::number;
    std::uint64_t value = 0; // number: itself; field: an index into `fields`
  };
  std::vector<Step> steps;  // never empty
  std::vector<Word> fields; // their paths, as often as they stand there
};

/// A text that is no length: where it goes wrong, and whether only because a number is too large.
struct LengthProblem {
  std::size_t offset = 0;
  bool too_large = false;
};

/// * and / bind more strongly than + and -; all of them from left to right, as in C. Numbers are decimal and
/// at most 2^63 - 1.
std::variant<Length, LengthProblem> parse_length(std::string_view text);

} // namespace automap
