// The types of C++ objects in files: what the headers of AutoLink describe with notes (al_object.hpp), as
// autolink/file-format.md says.
#pragma once

#include "core/base/form.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace autolink::object {

inline constexpr std::uint64_t no_place = ~std::uint64_t{0};

/// Stands for a shared pointer of which more is said late, and before a weak one that leads into an object.
inline constexpr std::uint64_t inner_pointer = ~std::uint64_t{0};

/// Longer plain data waits until the value at hand is complete.
inline constexpr std::uint64_t short_bytes = 4096;

/// What a type is: the letter that it begins with.
enum class Kind : char {
  boolean = 'b',
  character = 'c',
  signed_number = 'i',
  unsigned_number = 'u',
  floating = 'f',
  complex = 'z',
  array = '[',
  object = '{',
  bytes = 'y',         // of an object: bit-fields, unions
  counted_array = 'a', // of an object: unique_ptr<T[]>
  string = 's',
  container = 'n',
  bits = 'V', // vector<bool>
  bitset = 'B',
  column_matrix = 'm',
  row_matrix = 'r',
  whole = 'k', // of which nothing waits: keys
  tuple = '(',
  optional = '?',
  variant = '<',
  nothing = '0', // monostate
  duration = 'd',
  time = 't',
  unique = '1',
  shared = '*',
  weak_owner = '~', // weak_ptr
  plain_pointer = '>',
  weak_pointer = 'w',
  same = '=',  // a class that has been described, with memory that is counted here
  choice = '^' // the classes behind a pointer to one with virtual functions
};

/// A part of a class: a member, bytes or an array, of itself or of a base.
struct Part {
  std::string name;               // empty: it has none
  std::string owner;              // the name of the class whose member it is
  std::uint32_t number = 0;       // among the parts of the owner, in the order of the description
  std::uint64_t place = no_place; // in the object
  std::uint32_t type = 0;
};

struct Type {
  Kind kind = Kind::nothing;
  std::uint64_t n = 0;            // the number that follows the letter; object: its number in the description
  std::uint64_t size = 0;         // bytes of plain types and objects
  std::uint64_t align = 1;        // of plain types and objects
  bool is_plain = false;          // whether its bytes are its value
  std::string text;               // the name of a class, the period of a duration
  std::vector<std::uint32_t> of;  // what it consists of or leads to
  std::vector<std::string> names; // choice: of the classes
  std::vector<Part> parts;        // object: in the order in which they are written
  char block = 0;                 // how memory is counted that it owns, or an element: 'v', 'l' …; 0: it owns none
  std::uint64_t block_bytes = 0;  // of an element
  std::uint64_t value_place = no_place; // tuple that is an element of a map: the place of the value
};

struct Types {
  std::vector<Type> all;
  std::uint32_t root = 0;
  std::uint64_t blocks_hash = 0; // of how memory is counted

  const Type &operator[](std::uint32_t type) const { return all[type]; }
  /// Returns what a type is without what says only that nothing waits, or how memory is counted.
  std::uint32_t bare(std::uint32_t type) const {
    while (all[type].kind == Kind::whole || all[type].kind == Kind::same)
      type = all[type].of[0];
    return type;
  }
  /// Returns the shared and weak pointers, in the order of the description: new objects to which none of them has led
  /// have the number of one.
  std::vector<std::uint32_t> pointers() const;
  /// Returns a type for people: "double", "vector of Cell", "map of string to int32_t".
  std::string text_of(std::uint32_t type) const;
};

/// Reads a description. Throws Failure (AL_ERR_DAMAGED) unless it is right.
Types read_object_types(std::string_view description);

/// Whether numbers, characters and truth values.
bool is_value(Kind kind);

/// Returns how a value is represented on this machine.
Form form_of(const Type &value);

} // namespace autolink::object
