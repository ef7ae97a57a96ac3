// The marks of the breadth-first search for single records: which label a node has, found by its address.
//
// A shadow of the address space instead of a hash table of addresses: memory is cut into granules of 2^G
// bytes, no more than the smallest node, so that two nodes never begin in one; 256 granules are a region, and
// each region in which a node has been seen has a leaf. A leaf begins as a short list of (granule, label) and
// becomes an array of 256 labels when it has many. So dense heaps take one array access for a mark and about
// 4 bytes a granule, sparse ones 8 to 20 bytes a node, and nothing has to be guessed about the heap
// beforehand.
#pragma once

#include "bytes.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace autolink {

class Marks {
public:
  Marks() = default;
  Marks(const Marks &) = delete;
  Marks &operator=(const Marks &) = delete;

  /// Empties it, for nodes of `node_size` bytes. Keeps a little memory.
  void clear(std::uint64_t node_size);

  /// The label of the node at `address` plus one. If it has none, it is given `label`, and 0 is returned.
  std::uint64_t mark(std::uintptr_t address, std::uint64_t label) {
    const std::uint64_t granule = address >> shift_;
    const std::uint64_t region = granule >> 8;
    if (region == last_region_) {
      std::uint32_t &known = last_labels_[granule & 255];
      if (known == 0) {
        known = short_form(label);
        if (known == escape) [[unlikely]]
          long_labels_.emplace(granule, label + 1);
        return 0;
      }
      return known == escape ? long_labels_.at(granule) : known;
    }
    return mark_in(region, granule, label);
  }

  /// Brings what mark() will read for this address nearer.
  void prefetch(std::uintptr_t address) const {
    const std::uint64_t region = address >> shift_ >> 8;
    if (region == last_region_ || directory_.empty())
      return;
    const Entry &entry = directory_[hash(region)];
    if (entry.region != region)
      return;
    const std::byte *leaf = entry.leaf;
    autolink::prefetch(entry.form == dense ? leaf + 4 * (address >> shift_ & 255) : leaf);
  }

  std::size_t bytes() const;

  /// Labels from here on are kept apart, in 64 bits. Lower for tests only.
  void set_escape_at(std::uint64_t label) { escape_at_ = label; }

private:
  // A leaf of form f < dense is a list: one byte for the number of elements, then capacity(f) granule numbers
  // of one byte, padded to the next multiple of four, then as many labels. Its size is 64 << f bytes.
  enum Form : std::uint8_t { list64, list128, dense };
  static constexpr unsigned capacity(unsigned form) {
    return form == list64 ? 12 : 25;
  }
  static constexpr unsigned labels_at(unsigned form) { return (1 + capacity(form) + 3) & ~3u; }
  static constexpr std::uint32_t escape = 0xffffffff;
  static constexpr std::uint64_t no_region = ~std::uint64_t{0};
  static constexpr std::size_t slab_bytes = 256 << 10;

  struct Entry {
    std::uint64_t region = no_region;
    std::byte *leaf = nullptr;
    Form form = list64;
  };

  std::uint32_t short_form(std::uint64_t label) const {
    return label < escape_at_ ? static_cast<std::uint32_t>(label + 1) : escape;
  }
  std::size_t hash(std::uint64_t region) const {
    return static_cast<std::size_t>(region * 0x9e3779b97f4a7c15 >> directory_shift_);
  }
  std::uint64_t mark_in(std::uint64_t region, std::uint64_t granule, std::uint64_t label);
  std::uint64_t mark_in_list(Entry &entry, std::uint64_t granule, std::uint64_t label);
  Entry &entry_of(std::uint64_t region);
  void promote(Entry &entry);
  void grow_directory();
  std::byte *new_leaf(Form form);

  unsigned shift_ = 0;
  std::uint64_t last_region_ = no_region; // of a dense leaf
  std::uint32_t *last_labels_ = nullptr;
  std::uint64_t escape_at_ = escape - 1;

  std::vector<Entry> directory_; // open addressing, a power of two
  unsigned directory_shift_ = 64;
  std::size_t regions_ = 0;

  std::vector<std::unique_ptr<std::byte[]>> slabs_;
  std::byte *slab_at_ = nullptr, *slab_end_ = nullptr;
  std::size_t first_slab_bytes_ = 0;
  std::vector<std::byte *> free_[dense]; // lists that were promoted
  std::unordered_map<std::uint64_t, std::uint64_t> long_labels_;
};

} // namespace autolink
