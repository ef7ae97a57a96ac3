// The arrays that a search has met, by label: where they are, and how long.
#pragma once

#include "bytes.h"
#include "memory.h"

#include <cstdint>

namespace autolink {

/// 16 bytes each, which do not move.
class ArrayTable {
public:
  struct Array {
    std::uintptr_t address;
    std::uint64_t length; // elements
  };

  ArrayTable() { begin(); }

  void clear() {
    if (size_ > kept) {
      memory_.release();
      begin();
    }
    size_ = 0;
  }

  std::uint64_t size() const { return size_; }
  Array operator[](std::uint64_t label) const { return load<Array>(arrays_[label]); }

  void add(Array array) {
    if (size_ == arrays_.capacity())
      arrays_.reserve(size_ + 1, memory_);
    store(arrays_[size_], array);
    ++size_;
  }

private:
  static constexpr std::uint64_t kept = 1024; // their memory

  void begin() { arrays_.begin(sizeof(Array), alignof(Array), 6); }

  Pieces arrays_;
  Arena memory_;
  std::uint64_t size_ = 0;
};

} // namespace autolink
