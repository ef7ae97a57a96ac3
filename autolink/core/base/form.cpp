// Representations of values. See form.h.
#include "form.h"

#include "autolink/al_type.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>

namespace autolink {
namespace {

/// Returns the form of T on this machine; of characters and bytes, whose form is the same everywhere, that one.
template <typename T> constexpr Form form_here(Form::Kind usual) {
  using Limits = std::numeric_limits<T>;
  Form out;
  out.size = sizeof(T);
  if (usual == Form::character || usual == Form::bytes)
    out.kind = usual;
  else if (std::is_integral_v<T>)
    out.kind = Limits::is_signed ? Form::integer : Form::natural;
  else if (Limits::is_iec559 && (Limits::digits == 24 || Limits::digits == 53 || Limits::digits == 113))
    out.kind = Form::ieee;
  else if (Limits::digits == 64 && std::endian::native == std::endian::little)
    out.kind = Form::x87;
  return out;
}

constexpr Form forms[] = {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, external32, external32_bytes, form, form_bytes)              \
  form_here<number>(Form::form),
#include "layout/basic_type.def"
};

constexpr Form usual_forms[] = {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, external32, external32_bytes, form, form_bytes)              \
  {Form::form, form_bytes},
#include "layout/basic_type.def"
};

constexpr std::uint8_t parts[] = {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, ...) numbers,
#include "layout/basic_type.def"
};
static_assert(std::size(parts) == AL_BASIC_TYPES);

/// 128 bits, for the significands of binary128.
struct Wide {
  std::uint64_t high = 0, low = 0;

  bool is_zero() const { return (high | low) == 0; }

  Wide operator<<(unsigned n) const {
    if (n >= 128)
      return {};
    if (n >= 64)
      return {low << (n - 64), 0};
    return n == 0 ? *this : Wide{high << n | low >> (64 - n), low << n};
  }
  Wide operator>>(unsigned n) const {
    if (n >= 128)
      return {};
    if (n >= 64)
      return {0, high >> (n - 64)};
    return n == 0 ? *this : Wide{high >> n, low >> n | high << (64 - n)};
  }
  Wide operator|(Wide other) const { return {high | other.high, low | other.low}; }
};

constexpr Wide top_bit = {std::uint64_t{1} << 63, 0};

/// The bits of a floating-point number, from the most significant on: sign, exponent, perhaps the leading one,
/// fraction.
struct Layout {
  unsigned bytes, exponent_bits, fraction_bits;
  bool has_leading_one;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  int greatest() const { return (1 << exponent_bits) - 1; } // infinities and NaNs
};

Layout layout_of(Form form) {
  if (form.kind == Form::x87)
    return {10, 15, 63, true};
  return form.size == 4   ? Layout{4, 8, 23, false}
         : form.size == 8 ? Layout{8, 11, 52, false}
                          : Layout{16, 15, 112, false};
}

/// A floating-point number: significand * 2^(exponent - 127), with the top bit of 128 set if it is finite and not 0.
struct Number {
  enum Kind { zero, finite, infinite, nan, invalid } kind = zero;
  bool is_negative = false;
  int exponent = 0;
  Wide significand;
};

/// Returns the first `n` bytes as a number, the least significant byte first.
Wide load_little(const std::byte *from, unsigned n) {
  Wide out;
  for (unsigned i = n; i-- > 0;)
    out = out << 8 | Wide{0, std::to_integer<std::uint64_t>(from[i])};
  return out;
}

void store_little(std::byte *to, unsigned n, Wide value) {
  for (unsigned i = 0; i < n; ++i, value = value >> 8)
    to[i] = static_cast<std::byte>(value.low);
}

Number decode(const std::byte *little, Layout layout) {
  const Wide bits = load_little(little, layout.bytes);
  const Wide fraction = bits << (128 - layout.fraction_bits);
  const Wide rest = bits >> layout.fraction_bits;
  const bool leading_one = layout.has_leading_one && (rest.low & 1) != 0;
  const std::uint64_t upper = layout.has_leading_one ? rest.low >> 1 : rest.low;
  const int exponent = static_cast<int>(upper & static_cast<unsigned>(layout.greatest()));
  Number out;
  out.is_negative = (upper >> layout.exponent_bits & 1) != 0;
  if (layout.has_leading_one && exponent != 0 && !leading_one) {
    out.kind = Number::invalid;
  } else if (exponent == layout.greatest()) {
    out.kind = fraction.is_zero() ? Number::infinite : Number::nan;
    out.significand = fraction;
  } else {
    const bool is_normal = exponent != 0 || leading_one;
    out.significand = is_normal ? top_bit | fraction >> 1 : fraction >> 1;
    out.exponent = std::max(exponent, 1) - layout.bias();
    if (!out.significand.is_zero()) {
      out.kind = Number::finite;
      for (; !(out.significand.high >> 63); --out.exponent)
        out.significand = out.significand << 1;
    }
  }
  return out;
}

/// Returns false if the layout has no such number.
bool encode(const Number &number, Layout layout, std::byte *little) {
  int exponent = 0;
  Wide significand; // its leading one is the top bit
  switch (number.kind) {
  case Number::invalid:
    return false;
  case Number::zero:
    break;
  case Number::infinite:
  case Number::nan:
    exponent = layout.greatest();
    significand = top_bit | number.significand >> 1;
    if (number.kind == Number::nan && (number.significand >> (128 - layout.fraction_bits)).is_zero())
      significand = significand | top_bit >> 1; // the bits that remain would make an infinity
    break;
  case Number::finite:
    exponent = number.exponent + layout.bias();
    if (exponent >= layout.greatest())
      return false;
    significand = number.significand;
    if (exponent < 1) { // subnormal
      const auto shift = static_cast<unsigned>(1 - exponent);
      if (shift >= 128 || !(significand << (128 - shift)).is_zero())
        return false;
      significand = significand >> shift;
      exponent = 0;
    }
    if (!(significand << (layout.fraction_bits + 1)).is_zero())
      return false;
  }
  Wide bits = (significand << 1) >> (128 - layout.fraction_bits);
  std::uint64_t upper =
      (number.is_negative ? std::uint64_t{1} : 0) << layout.exponent_bits | static_cast<std::uint64_t>(exponent);
  if (layout.has_leading_one)
    upper = upper << 1 | significand.high >> 63;
  store_little(little, layout.bytes, bits | Wide{0, upper} << layout.fraction_bits);
  return true;
}

bool is_integral(Form form) { return form.kind == Form::natural || form.kind == Form::integer; }
bool is_floating(Form form) { return form.kind == Form::ieee || form.kind == Form::x87; }

/// Copies a value so that its least significant byte comes first.
void to_little(const std::byte *from, std::byte *to, unsigned size, bool other_order) {
  std::memcpy(to, from, size);
  if ((std::endian::native == std::endian::big) != other_order)
    std::reverse(to, to + size);
}

Number number_of_integer(const std::byte *little, Form form) {
  Number out;
  out.is_negative = form.kind == Form::integer && (little[form.size - 1] & std::byte{0x80}) != std::byte{0};
  Wide magnitude = load_little(little, form.size);
  if (out.is_negative) { // its two's complement, in the form's bits
    magnitude = {~magnitude.high, ~magnitude.low};
    if (++magnitude.low == 0)
      ++magnitude.high;
    const unsigned unused = 128 - 8 * form.size;
    magnitude = (magnitude << unused) >> unused;
  }
  if (magnitude.is_zero())
    return out;
  out.kind = Number::finite;
  out.exponent = 127;
  for (; !(magnitude.high >> 63); --out.exponent)
    magnitude = magnitude << 1;
  out.significand = magnitude;
  return out;
}

/// Returns false if the number is no integer of the form. Both zeroes are 0.
bool put_integer(const Number &number, Form form, std::byte *little) {
  Wide magnitude;
  if (number.kind == Number::finite) {
    if (number.exponent < 0 || number.exponent > 127)
      return false;
    const auto shift = static_cast<unsigned>(127 - number.exponent);
    magnitude = number.significand >> shift;
    if (shift > 0 && !(number.significand << (128 - shift)).is_zero())
      return false;
  } else if (number.kind != Number::zero) {
    return false;
  }
  const bool is_signed = form.kind == Form::integer;
  const unsigned bits = 8 * form.size - (is_signed ? 1 : 0);
  const Wide over = magnitude >> bits;
  const bool is_least = is_signed && number.is_negative && over.low == 1 && over.high == 0 &&
                        (bits == 0 || (magnitude << (128 - bits)).is_zero());
  if ((!over.is_zero() && !is_least) || (number.is_negative && !is_signed && !magnitude.is_zero()))
    return false;
  if (number.is_negative) {
    magnitude = {~magnitude.high, ~magnitude.low};
    if (++magnitude.low == 0)
      ++magnitude.high;
  }
  store_little(little, form.size, magnitude);
  return true;
}

bool convert_number(const std::byte *from, Form from_form, bool other_order, std::byte *to, Form to_form) {
  std::byte in[32] = {}, out[32] = {};
  to_little(from, in, from_form.size, other_order);
  const Number number = is_integral(from_form) ? number_of_integer(in, from_form) : decode(in, layout_of(from_form));
  if (!(is_integral(to_form) ? put_integer(number, to_form, out) : encode(number, layout_of(to_form), out)))
    return false;
  to_little(out, to, to_form.size, false);
  return true;
}

bool convert_integer(const std::byte *from, Form from_form, bool other_order, std::byte *to, Form to_form) {
  std::byte in[32], out[32];
  to_little(from, in, from_form.size, other_order);
  const bool is_negative =
      from_form.kind == Form::integer && (in[from_form.size - 1] & std::byte{0x80}) != std::byte{0};
  const std::byte extension = is_negative ? std::byte{0xff} : std::byte{0};
  std::fill(in + from_form.size, in + 32, extension);
  for (unsigned i = to_form.size; i < from_form.size; ++i)
    if (in[i] != extension)
      return false;
  const bool is_negative_there =
      to_form.kind == Form::integer && (in[to_form.size - 1] & std::byte{0x80}) != std::byte{0};
  if (is_negative != is_negative_there)
    return false;
  std::memcpy(out, in, to_form.size);
  to_little(out, to, to_form.size, false);
  return true;
}

template <typename T>
void swap_all(const std::byte *from, std::uint64_t from_stride, std::byte *to, std::uint64_t to_stride,
              std::uint64_t n) {
  for (; n > 0; --n, from += from_stride, to += to_stride) {
    std::byte value[sizeof(T)];
    std::reverse_copy(from, from + sizeof(T), value);
    std::memcpy(to, value, sizeof(T));
  }
}

} // namespace

Form Form::of_code(std::uint8_t code) {
  const Form form = {static_cast<Kind>(code >> 5), static_cast<std::uint8_t>(code & 31)};
  switch (form.kind) {
  case character:
  case bytes:
    return form.size == 1 ? form : Form();
  case natural:
  case integer:
    return form.size >= 1 && form.size <= 16 ? form : Form();
  case ieee:
    return form.size == 4 || form.size == 8 || form.size == 16 ? form : Form();
  case x87:
    return form.size >= 10 ? form : Form();
  default:
    return {unknown, form.size};
  }
}

Form form_of(std::uint32_t basic) { return forms[basic]; }

Form usual_form_of(std::uint32_t basic) { return usual_forms[basic]; }

unsigned parts_of(std::uint32_t basic) { return parts[basic]; }

bool is_convertible(Form from, Form to, bool other_order) {
  if (from.kind == Form::x87 && (other_order || std::endian::native != std::endian::little))
    return false;
  const auto is_number = [](Form form) { return is_integral(form) || is_floating(form); };
  return (is_number(from) && is_number(to)) ||
         (from == to && (from.kind == Form::character || (from.kind == Form::bytes && !other_order)));
}

bool convert(const std::byte *from, std::uint64_t from_stride, Form from_form, bool other_order, std::byte *to,
             std::uint64_t to_stride, Form to_form, std::uint64_t n) {
  const unsigned size = from_form.size;
  if (from_form == to_form && (!other_order || size == 1)) {
    if (from_stride == size && to_stride == size) {
      std::memcpy(to, from, static_cast<std::size_t>(n * size));
      return true;
    }
    for (; n > 0; --n, from += from_stride, to += to_stride)
      std::memcpy(to, from, size);
    return true;
  }
  if (from_form == to_form && from_form.kind != Form::x87) {
    switch (size) {
    case 2:
      swap_all<std::uint16_t>(from, from_stride, to, to_stride, n);
      return true;
    case 4:
      swap_all<std::uint32_t>(from, from_stride, to, to_stride, n);
      return true;
    case 8:
      swap_all<std::uint64_t>(from, from_stride, to, to_stride, n);
      return true;
    default:
      break;
    }
  }
  const auto convert_one = is_integral(from_form) && is_integral(to_form) ? convert_integer : convert_number;
  for (; n > 0; --n, from += from_stride, to += to_stride)
    if (!convert_one(from, from_form, other_order, to, to_form))
      return false;
  return true;
}

} // namespace autolink
