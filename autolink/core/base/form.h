// How machines represent values of the basic types, and values of one machine as those of another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autolink {

/// The representation of a basic type; of the complex ones, that of each of their two parts.
struct Form {
  enum Kind : std::uint8_t {
    unknown,   ///< never converted
    character, ///< copied whatever the machines
    bytes,     ///< copied between like machines: nobody knows what is in them
    natural,   ///< an unsigned integer
    integer,   ///< in two's complement
    ieee,      ///< IEEE 754 binary32, binary64 or binary128
    x87        ///< 80 bits, little-endian, and padding
  };
  Kind kind = unknown;
  std::uint8_t size = 0; ///< bytes, at most 31

  bool operator==(const Form &) const = default;

  /// As the wire format has it: 32 * kind + size.
  std::uint8_t code() const { return static_cast<std::uint8_t>(kind << 5 | size); }
  /// Of a code; unknown if there is no such form.
  static Form of_code(std::uint8_t code);
};

/// On this machine, of AL_CHAR … AL_BYTE.
Form form_of(std::uint32_t basic);

/// On x86-64 with Linux: what the wire format takes for granted.
Form usual_form_of(std::uint32_t basic);

/// 2 of complex types, else 1.
unsigned parts_of(std::uint32_t basic);

/// Whether values can be converted at all. `other_order`: the other machine's byte order is not this one's.
bool is_convertible(Form from, Form to, bool other_order);

/// Values of another machine as those of this one.
///
///   from, from_stride  in   n values of the form `from_form`, `from_stride` bytes apart
///   other_order        in   their bytes are in the order that is not this machine's
///   to, to_stride      out  n values of the form `to_form`
///
/// False if one has no equal in `to_form`. NaNs stay NaNs.
bool convert(const std::byte *from, std::uint64_t from_stride, Form from_form, bool other_order,
             std::byte *to, std::uint64_t to_stride, Form to_form, std::uint64_t n);

} // namespace autolink
