// external32. See external32.h.
#include "external32.h"

#include "walk.h"

#include "../checked.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace automap::layout {
namespace {

/// The representation of an element: `parts` numbers of one kind.
struct Representation {
  enum class Kind : std::uint8_t { bytes, signed_integer, unsigned_integer, real, extended };
  Kind kind = Kind::bytes;
  std::int64_t parts = 1;
  std::int64_t here = 1; // bytes of a part on this machine
  std::int64_t there = 1;
};

constexpr bool long_double_is_extended =
    std::endian::native == std::endian::little && sizeof(long double) == 16 && __LDBL_MANT_DIG__ == 64;

struct Row {
  Representation::Kind kind;
  std::int64_t there; // bytes of a part, 0 if as many as here
};

constexpr Row rows[] = {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, external32, external32_bytes, ...)                           \
  {Representation::Kind::external32, external32_bytes},
#define AUTOMAP_OTHER_TYPE(identifier, bytes, numbers, external32, external32_bytes)                                   \
  {Representation::Kind::external32, external32_bytes},
#include "../basic_type.def"
};

std::optional<Representation> representation_of(BasicType type) {
  using enum Representation::Kind;
  const auto [kind, there] = rows[static_cast<std::size_t>(type.id)];
  const std::int64_t parts = numbers_in(type.id), here = type.size_bytes / parts;
  const bool is_real = kind == real || kind == extended; // IEEE numbers of other sizes are not converted
  if (type.size_bytes % parts != 0 || (is_real && there != 0 && here != there))
    return std::nullopt;
  return Representation{kind == extended && !long_double_is_extended ? real : kind, parts, here,
                        there == 0 ? here : there};
}

using Number = std::array<unsigned char, 16>; // most significant byte first

/// Whether the 15 bits after the sign are these.
bool has_exponent(const unsigned char *number, int exponent) {
  return (number[0] & 0x7f) == exponent >> 8 && number[1] == (exponent & 0xff);
}

/// Converts the 80 bits of x86 to an IEEE number of 128 bits, both with the most significant byte first. The 80 bits
/// are the sign, 15 bits of exponent and 64 bits of the significand with its first bit. IEEE numbers do not store this
/// first bit: an exponent of 0 says that it is 0. If it is 1 nevertheless (a pseudo-denormal), the exponent counts as
/// 1.
void widen_extended(const unsigned char *extended, unsigned char *quad) {
  quad[0] = extended[0], quad[1] = extended[1];
  if (has_exponent(quad, 0) && extended[2] >= 0x80)
    quad[1] = 1;
  std::uint64_t fraction = 0;
  for (int i = 0; i < 8; ++i)
    fraction = fraction << 8 | extended[2 + i];
  fraction <<= 1; // drops the first bit
  for (int i = 0; i < 8; ++i)
    quad[2 + i] = static_cast<unsigned char>(fraction >> (56 - 8 * i));
  std::fill_n(quad + 10, 6, static_cast<unsigned char>(0));
}

/// Converts in the other direction. Digits that do not fit are cut off, but a NaN stays a NaN.
void narrow_quad(const unsigned char *quad, unsigned char *extended) {
  extended[0] = quad[0], extended[1] = quad[1];
  const bool subnormal = has_exponent(quad, 0);
  std::uint64_t fraction = 0;
  for (int i = 0; i < 8; ++i)
    fraction = fraction << 8 | quad[2 + i];
  const bool is_nan =
      has_exponent(quad, 0x7fff) && std::any_of(quad + 2, quad + 16, [](int byte) { return byte != 0; });
  fraction >>= 1;
  if (is_nan && fraction == 0)
    fraction = std::uint64_t{1} << 62; // the bit of a quiet NaN
  if (!subnormal)
    fraction |= std::uint64_t{1} << 63;
  for (int i = 0; i < 8; ++i)
    extended[2 + i] = static_cast<unsigned char>(fraction >> (56 - 8 * i));
}

/// Copies `n` bytes from this machine's order to that of external32, or back.
void ordered_copy(unsigned char *to, const unsigned char *from, std::int64_t n) {
  if constexpr (std::endian::native == std::endian::little)
    std::reverse_copy(from, from + n, to);
  else
    std::copy_n(from, n, to);
}

void pack_part(const Representation &number, const unsigned char *from, unsigned char *to) {
  if (number.kind == Representation::Kind::extended) {
    Number extended;
    ordered_copy(extended.data(), from, 10);
    widen_extended(extended.data(), to);
    return;
  }
  Number bytes;
  ordered_copy(bytes.data(), from, number.here);
  const std::int64_t missing = number.there - number.here;
  if (missing <= 0) {
    std::copy_n(bytes.data() - missing, number.there, to);
  } else {
    const bool negative = number.kind == Representation::Kind::signed_integer && bytes[0] >= 0x80;
    std::fill_n(to, missing, static_cast<unsigned char>(negative ? 0xff : 0));
    std::copy_n(bytes.data(), number.here, to + missing);
  }
}

void unpack_part(const Representation &number, const unsigned char *from, unsigned char *to) {
  if (number.kind == Representation::Kind::extended) {
    Number extended;
    narrow_quad(from, extended.data());
    ordered_copy(to, extended.data(), 10);
    std::fill_n(to + 10, number.here - 10, static_cast<unsigned char>(0));
    return;
  }
  Number bytes;
  const std::int64_t missing = number.here - number.there;
  if (missing <= 0) {
    std::copy_n(from - missing, number.here, bytes.data());
  } else {
    const bool negative = number.kind == Representation::Kind::signed_integer && from[0] >= 0x80;
    std::fill_n(bytes.data(), missing, static_cast<unsigned char>(negative ? 0xff : 0));
    std::copy_n(from, number.there, bytes.data() + missing);
  }
  ordered_copy(to, bytes.data(), number.here);
}

/// The action: calls convert(number, memory, stream) for each number of the walked elements.
template <typename Byte, typename StreamByte, typename Convert> class ConvertAction {
public:
  ConvertAction(Byte *buffer, StreamByte *stream, Convert convert)
      : buffer_(buffer), stream_(stream), convert_(convert) {}

  std::int64_t blocks(const Dataloop &, Dataloop::Id, std::int64_t, std::int64_t, std::int64_t) { return declined; }

  std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType type) {
    const Representation number = *representation_of(type);
    for (std::int64_t i = 0; i < length; i += number.here, stream_ += number.there)
      convert_(number, moved(buffer_, offset + i), stream_);
    return length;
  }

private:
  Byte *buffer_;
  StreamByte *stream_;
  Convert convert_;
};

template <typename Byte, typename StreamByte, typename Convert>
void convert(const Dataloops &loops, std::int64_t count, Byte *buffer, StreamByte *stream, Convert each) {
  ConvertAction action(buffer, stream, each);
  walk(loops, count, 0, 0, count * loops.size(), action);
}

} // namespace

std::optional<std::int64_t> external32_size(BasicType type) {
  const auto representation = representation_of(type);
  return representation ? std::optional(representation->parts * representation->there) : std::nullopt;
}

External32::External32(const TypeTree &tree, Bounds bounds) : loops_(tree, bounds, Dataloops::Types::kept) {
  // Computes sizes from the leaves up: loops come after their parts, and each loop knows how often it contains each of
  // them.
  std::vector<std::int64_t> sizes;
  for (Dataloop::Id id = 0; id < loops_.count(); ++id) {
    const Dataloop &loop = loops_[id];
    std::int64_t size = 0;
    if (loop.leaf) {
      const auto element = external32_size(loop.type);
      if (!element)
        throw std::invalid_argument("external32 has no representation for a basic type");
      size = checked_multiply(loop.size / loop.type.size_bytes, *element);
    } else if (loop.children.size() == 1) {
      size = checked_multiply(loop.count, sizes[loop.children.front()]);
    } else {
      for (const Dataloop::Id child : loop.children)
        size = checked_add(size, sizes[child]);
    }
    sizes.push_back(size);
  }
  if (!loops_.one().empty())
    size_ = sizes[loops_.one().loop];
}

void External32::pack(const void *buffer, std::int64_t count, void *out) const {
  convert(loops_, count, static_cast<const unsigned char *>(buffer), static_cast<unsigned char *>(out),
          [](const Representation &number, const unsigned char *memory, unsigned char *stream) {
            pack_part(number, memory, stream);
          });
}

void External32::unpack(const void *in, void *buffer, std::int64_t count) const {
  convert(loops_, count, static_cast<unsigned char *>(buffer), static_cast<const unsigned char *>(in),
          [](const Representation &number, unsigned char *memory, const unsigned char *stream) {
            unpack_part(number, stream, memory);
          });
}

} // namespace automap::layout
