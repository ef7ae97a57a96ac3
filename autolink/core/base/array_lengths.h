// The lengths of the arrays that a search has met, by label, with the bits of their addresses that marks leave out.
#pragma once

#include "bytes.h"
#include "memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace autolink {

/// A length takes 4 bytes, and 16 more from 2^29 - 1 elements on. Lengths never move in memory.
class ArrayLengths {
public:
  /// The greatest granule of the marks, in bytes.
  static constexpr std::uint64_t granule = 8;

  ArrayLengths() { begin(); }

  void clear() {
    std::vector<Long>().swap(long_);
    if (size_ > kept) {
      memory_.release();
      begin();
    }
    size_ = 0;
  }

  std::uint64_t size() const { return size_; }

  /// Returns the length of the array with this label, in elements.
  std::uint64_t operator[](std::uint64_t label) const {
    const std::uint64_t length = load<std::uint32_t>(words_[label]) / granule;
    return length < is_long ? length : long_length(label);
  }

  /// Whether the array begins at `address`, given that both lie in one granule.
  bool is_at(std::uint64_t label, std::uintptr_t address) const {
    return (load<std::uint32_t>(words_[label]) ^ address) % granule == 0;
  }

  void add(std::uintptr_t address, std::uint64_t length) {
    if (size_ == words_.capacity())
      words_.reserve(size_ + 1, memory_);
    if (length >= is_long) [[unlikely]]
      long_.emplace_back(size_, length);
    store(words_[size_], static_cast<std::uint32_t>(std::min(length, is_long) * granule + address % granule));
    ++size_;
  }

private:
  using Long = std::pair<std::uint64_t, std::uint64_t>; // label, length
  static constexpr std::uint64_t is_long = (std::uint64_t{1} << 32) / granule - 1;
  static constexpr std::uint64_t kept = 4096; // larger tables give their memory back

  void begin() { words_.begin(sizeof(std::uint32_t), alignof(std::uint32_t), 8); }

  [[gnu::noinline]] std::uint64_t long_length(std::uint64_t label) const {
    return std::lower_bound(long_.begin(), long_.end(), Long{label, 0})->second;
  }

  GrowingArray words_;
  std::vector<Long> long_; // sorted by label
  Arena memory_;
  std::uint64_t size_ = 0;
};

} // namespace autolink
