// The arrays that a receiver has made, by label: their addresses, and their lengths, which are compared with those that
// the pointers' records give.
#pragma once

#include "bytes.h"
#include "memory.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autolink {

/// The arrays of a class that have been received. Each takes 8 bytes: 48 bits of address, 15 of length, and one that
/// says whether a pointer leads to it. It takes 16 more if one of them does not fit: a length from 32767 elements on,
/// or an address whose upper bits are in use.
class ReceivedArrays {
public:
  struct Array {
    std::byte *address;
    std::uint64_t length; // elements
  };

  ReceivedArrays() { clear(); }

  void clear() noexcept {
    words_.begin(sizeof(std::uint64_t), alignof(std::uint64_t), 7);
    std::vector<Array>().swap(wide_);
  }

  /// Makes room for `n` arrays.
  void reserve(std::uint64_t n, Arena &arena) { words_.reserve(n, arena); }

  /// Sets an array to which no pointer leads yet. If it throws std::bad_alloc, nothing has changed.
  void set(std::uint64_t label, Array array) {
    const auto address = std::uint64_t{reinterpret_cast<std::uintptr_t>(array.address)};
    if (array.length < is_wide && address >> address_bits == 0) [[likely]]
      store(words_[label], word_of(address, array.length));
    else
      set_wide(label, array);
  }

  Array operator[](std::uint64_t label) const {
    const auto word = load<std::uint64_t>(words_[label]);
    const std::uint64_t place = word >> (64 - address_bits), length = word >> 1 & is_wide;
    return length == is_wide ? wide_[static_cast<std::size_t>(place)]
                             : Array{reinterpret_cast<std::byte *>(static_cast<std::uintptr_t>(place)), length};
  }

  /// Notes that a pointer leads to the array. Returns whether it is the first one.
  bool refer(std::uint64_t label) {
    const auto word = load<std::uint64_t>(words_[label]);
    store(words_[label], word | 1);
    return (word & 1) == 0;
  }

private:
  static constexpr unsigned address_bits = 48;
  static constexpr std::uint64_t is_wide = (1 << 15) - 1; // stands in the place of the length

  static std::uint64_t word_of(std::uint64_t place, std::uint64_t length) {
    return place << (64 - address_bits) | length << 1;
  }
  [[gnu::noinline]] void set_wide(std::uint64_t label, Array array) {
    wide_.push_back(array);
    store(words_[label], word_of(wide_.size() - 1, is_wide));
  }

  GrowingArray words_;
  std::vector<Array> wide_;
};

} // namespace autolink
