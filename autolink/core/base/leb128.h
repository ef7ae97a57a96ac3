// Numbers and texts in bytes that have no byte order: LEB128, 7 bits a byte, the least significant first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace autolink::leb128 {

class Writer {
public:
  void write_number(std::uint64_t value) {
    for (; value >= 128; value >>= 7)
      write_byte(static_cast<std::uint8_t>(value | 128));
    write_byte(static_cast<std::uint8_t>(value));
  }
  /// Writes 2n for n, and -2n - 1 if n is negative.
  void write_signed(std::int64_t value) {
    write_number(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }
  void write_byte(std::uint8_t value) { out.push_back(static_cast<std::byte>(value)); }
  void write_eight(std::uint64_t value) {
    for (int i = 0; i < 8; ++i, value >>= 8)
      write_byte(static_cast<std::uint8_t>(value));
  }
  void write_bytes(std::string_view value) {
    for (const char c : value)
      write_byte(static_cast<std::uint8_t>(c));
  }
  void write_text(std::string_view value) {
    write_number(value.size());
    write_bytes(value);
  }
  void append(const Writer &other) { out.insert(out.end(), other.out.begin(), other.out.end()); }

  std::vector<std::byte> out;
};

/// Reads what Writer writes. After an error, it reads zeroes.
class Reader {
public:
  Reader(const std::byte *from, std::size_t size) : at_(from), end_(from + size) {}

  bool failed() const { return failed_; }
  bool is_at_end() const { return at_ == end_; }
  const std::byte *at() const { return at_; }

  std::uint8_t read_byte() {
    if (at_ == end_) {
      failed_ = true;
      return 0;
    }
    return std::to_integer<std::uint8_t>(*at_++);
  }
  std::uint64_t read_number() {
    std::uint64_t out = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t next = read_byte();
      out |= (next & 127) << shift;
      if (next < 128) {
        failed_ |= shift == 63 && next > 1;
        return failed_ ? 0 : out;
      }
    }
    failed_ = true;
    return 0;
  }
  std::int64_t read_signed() {
    const std::uint64_t out = read_number();
    return static_cast<std::int64_t>(out >> 1 ^ (0 - (out & 1)));
  }
  std::uint64_t read_eight() {
    std::uint64_t out = 0;
    for (unsigned shift = 0; shift < 64; shift += 8)
      out |= std::uint64_t{read_byte()} << shift;
    return out;
  }
  /// Reads how many entries follow, each of which takes at least a byte.
  std::size_t read_count() {
    const std::uint64_t out = read_number();
    if (out > static_cast<std::size_t>(end_ - at_))
      failed_ = true;
    return failed_ ? 0 : static_cast<std::size_t>(out);
  }
  std::string read_text() {
    const std::size_t size = read_count();
    std::string out(reinterpret_cast<const char *>(at_), size);
    at_ += size;
    return out;
  }

private:
  const std::byte *at_, *end_;
  bool failed_ = false;
};

} // namespace autolink::leb128
