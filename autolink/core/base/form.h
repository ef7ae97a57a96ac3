// How machines represent values of the basic types, and the conversion of values between machines.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autolink {

/// The representation of a basic type; for complex types, that of each of the two parts.
struct Form {
  enum Kind : std::uint8_t {
    unknown,   ///< never converted
    character, ///< always copied
    bytes,     ///< contents unknown: copied between like machines only
    natural,   ///< an unsigned integer
    integer,   ///< a signed integer in two's complement
    ieee,      ///< IEEE 754 binary32, binary64 or binary128
    x87        ///< 80 bits, little-endian, and padding
  };
  Kind kind = unknown;
  std::uint8_t size = 0; ///< bytes, at most 31

  bool operator==(const Form &) const = default;

  /// Returns the code of the wire format: 32 * kind + size.
  std::uint8_t code() const { return static_cast<std::uint8_t>(kind << 5 | size); }
  /// Returns the form with this code; unknown if there is none.
  static Form of_code(std::uint8_t code);
};

/// Returns the form of AL_CHAR … AL_BYTE on this machine.
Form form_of(std::uint32_t basic);

/// Returns the form on x86-64 with Linux, which the wire format assumes.
Form usual_form_of(std::uint32_t basic);

/// Returns 2 for complex types, else 1.
unsigned parts_of(std::uint32_t basic);

/// Whether values of these forms can be converted. `other_order`: the other machine's byte order is not this one's.
bool is_convertible(Form from, Form to, bool other_order);

/// Converts values of another machine to values of this one.
///
///   from, from_stride  in   n values of the form `from_form`, `from_stride` bytes apart
///   other_order        in   whether their byte order is not this machine's
///   to, to_stride      out  n values of the form `to_form`
///
/// Returns false if a value has no equal in `to_form`. NaNs stay NaNs.
bool convert(const std::byte *from, std::uint64_t from_stride, Form from_form, bool other_order, std::byte *to,
             std::uint64_t to_stride, Form to_form, std::uint64_t n);

} // namespace autolink
