// The expression of AutoMap_Len: integer fields, numbers, + - * /, comparisons, ?: and parentheses. A field may be a
// member of another, an element of an array, or lie behind a pointer. This file parses the text alone; length_lookup
// finds the fields and the constants that its names mean.
#pragma once

#include "directives.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace automap {

/// A length in postfix order: "2 * (n - 1)" is 2 n 1 - *, and "c ? a : b" is c a b choose.
struct Length {
  struct Step {
    enum class Kind : std::uint8_t {
      number,
      field,
      row, // in the lengths of rows: the index of the row
      add,
      subtract,
      multiply,
      divide,
      less,
      greater,
      at_most,
      at_least,
      equal,
      unequal,
      choose
    };
    Kind kind = Kind::number;
    std::uint64_t value = 0; // the number, or an index into `fields`
  };

  /// A part of a field's path.
  struct Part {
    enum class Kind : std::uint8_t {
      member,  // the first name, or one after '.'
      target,  // a name after '->'
      element, // '[…]'
    };
    Kind kind = Kind::member;
    Word name;               // of a member; the brackets of an element
    std::vector<Step> index; // element: a length, whose steps have indices into `fields`, too
  };

  /// A use of a field: "mesh->start[n + 1]".
  struct Path {
    Word text;
    std::vector<Part> parts; // never empty
  };

  Word text;                // all of it
  std::vector<Step> steps;  // never empty
  std::vector<Path> fields; // one for each use
};

/// The place at which a text is no length. `too_large` if it fails only because a number is too large.
struct LengthProblem {
  std::size_t offset = 0;
  bool too_large = false;
};

/// Parses lengths that are separated by commas; there is at least one. Operators bind as in C, all but ?: from left to
/// right. Numbers are decimal and at most 2^63 - 1.
std::variant<std::vector<Length>, LengthProblem> parse_lengths(std::string_view text);

} // namespace automap
