// The marks of arrays: label and length by address and open addressing, for arrays may begin anywhere.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace autolink {

class ArrayMarks {
public:
  struct Entry {
    std::uintptr_t address = 0; // 0: free
    std::uint64_t label = 0;
    std::uint64_t length = 0;
  };

  void clear() {
    if (entries_.size() > 1024)
      std::vector<Entry>().swap(entries_);
    else if (used_ > 0)
      entries_.assign(entries_.size(), Entry());
    used_ = 0;
  }

  /// The array at `address`, not null, which is given `label` and `length` if it was not known.
  Entry &mark(std::uintptr_t address, std::uint64_t label, std::uint64_t length, bool &is_new) {
    if (4 * (used_ + 1) > 3 * entries_.size())
      grow();
    Entry &entry = entries_[place_of(address)];
    is_new = entry.address == 0;
    if (is_new) {
      entry = {address, label, length};
      ++used_;
    }
    return entry;
  }

  /// Null if it is not known.
  const Entry *find(std::uintptr_t address) const {
    if (entries_.empty())
      return nullptr;
    const Entry &entry = entries_[place_of(address)];
    return entry.address == 0 ? nullptr : &entry;
  }

private:
  std::size_t place_of(std::uintptr_t address) const {
    std::size_t at = static_cast<std::size_t>(address * std::uint64_t{0x9e3779b97f4a7c15} >>
                                              (64 - std::countr_zero(entries_.size())));
    while (entries_[at].address != 0 && entries_[at].address != address)
      at = at + 1 == entries_.size() ? 0 : at + 1;
    return at;
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 16 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry &entry : old)
      if (entry.address != 0)
        entries_[place_of(entry.address)] = entry;
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

} // namespace autolink
