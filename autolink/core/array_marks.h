// What may begin anywhere, found by its address: arrays, and the records that the shadow has no room for.
#pragma once

#include "bytes.h"
#include "memory.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace autolink {

/// Entries are numbered in the order in which they come, and do not move: 16 bytes each. Open addressing finds them by
/// address, with slots of 8 bytes that hold an entry's number and enough of its hash that others are hardly looked at.
class ArrayMarks {
public:
  struct Entry {
    std::uintptr_t address;
    std::uint64_t value; // length of the array; label of the record
  };
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  ArrayMarks() { begin(); }

  void clear() {
    stop_finding();
    if (size_ > few) {
      memory_.release();
      begin();
    }
    size_ = 0;
  }

  /// Entries are there as before, but not found any more. Gives back what that took.
  void stop_finding() {
    if (used_ > few)
      std::vector<std::uint64_t>().swap(slots_);
    else if (used_ > 0)
      std::fill(slots_.begin(), slots_.end(), 0);
    used_ = 0;
  }

  /// Entries; those that are not found are counted too.
  std::uint64_t size() const { return size_; }
  Entry operator[](std::uint64_t number) const { return load<Entry>(entries_[number]); }

  /// An entry that is not to be found.
  void add(std::uintptr_t address, std::uint64_t value) {
    if (size_ == entries_.capacity())
      entries_.reserve(size_ + 1, memory_);
    store(entries_[size_], Entry{address, value});
    ++size_;
  }

  /// The number of the entry for `address`, which is not null; or none, and then there is one now.
  std::uint64_t mark(std::uintptr_t address, std::uint64_t value) {
    if (4 * (used_ + 1) > 3 * slots_.size())
      grow();
    const std::size_t at = slot_of(address);
    if (slots_[at] != 0)
      return number_in(slots_[at]);
    if (size_ == most_entries)
      throw std::bad_alloc();
    add(address, value);
    slots_[at] = tag_of(hash(address)) | size_;
    ++used_;
    return none;
  }

  /// The same, for what is only looked up.
  std::uint64_t find(std::uintptr_t address) const {
    const std::uint64_t slot = slots_.empty() ? 0 : slots_[slot_of(address)];
    return slot == 0 ? none : number_in(slot);
  }

private:
  static constexpr unsigned number_bits = 40; // of a slot: 2^40 entries take 16 TiB
  static constexpr std::uint64_t most_entries = (std::uint64_t{1} << number_bits) - 1;
  static constexpr std::uint64_t few = 1024; // whose memory is kept

  void begin() { entries_.begin(sizeof(Entry), alignof(Entry), 6); }

  static std::uint64_t hash(std::uintptr_t address) { return address * std::uint64_t{0x9e3779b97f4a7c15}; }
  /// Not of the hash's upper bits, which say where the slot is.
  static std::uint64_t tag_of(std::uint64_t hash) { return hash << 16 & ~most_entries; }
  static std::uint64_t number_in(std::uint64_t slot) { return (slot & most_entries) - 1; }

  /// Where the address is, or would be.
  std::size_t slot_of(std::uintptr_t address) const {
    const std::uint64_t hash = this->hash(address), tag = tag_of(hash);
    auto at = static_cast<std::size_t>(hash >> (64 - std::countr_zero(slots_.size())));
    while (slots_[at] != 0 &&
           ((slots_[at] & ~most_entries) != tag || (*this)[number_in(slots_[at])].address != address))
      at = at + 1 == slots_.size() ? 0 : at + 1;
    return at;
  }

  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 16 : 2 * slots_.size());
    old.swap(slots_);
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (i + ahead < old.size() && old[i + ahead] != 0)
        prefetch(entries_[number_in(old[i + ahead])]);
      if (old[i] != 0)
        slots_[slot_of((*this)[number_in(old[i])].address)] = old[i];
    }
  }

  Pieces entries_;
  Arena memory_; // theirs
  std::uint64_t size_ = 0, used_ = 0;
  /// 0: free; else an entry's number plus one, and above it some of its hash.
  std::vector<std::uint64_t> slots_;
};

} // namespace autolink
