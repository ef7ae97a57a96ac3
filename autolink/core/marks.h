// The marks of the breadth-first search for single records: which label a node has, found by its address.
//
// A shadow of the address space instead of a hash table of addresses: memory is cut into granules of 2^G
// bytes, no more than the smallest node, so that two nodes never begin in one; 1024 granules are a region,
// and each region in which a node has been seen has a leaf. A leaf begins as a short list of (granule, label)
// and becomes an array when it has many: of 512 labels, one for two granules, until nodes begin in both of two,
// as they seldom do where malloc adds to a node's size; then of 1024. So dense heaps take one array access for a
// mark and 2 or 4 bytes a granule, sparse ones 8 to 20 bytes a node, and nothing has to be guessed about the
// heap beforehand. The first 128 nodes are in a small hash table, which costs less to set up and to empty.
#pragma once

#include "bytes.h"
#include "memory.h"

#include "autolink/al_inline.h"

#include <memory>
#include <new>
#include <unordered_map>
#include <vector>

namespace autolink {

/// The region at hand, and what else generated code sees, is in AL_Nodes.
class Marks : public AL_Nodes {
public:
  Marks() : AL_Nodes() { region = no_region; }
  Marks(const Marks &) = delete;
  Marks &operator=(const Marks &) = delete;

  /// Empties it, for nodes of `node_size` bytes. Keeps a little memory.
  void clear(std::uint64_t node_size);

  /// The label of the node at `address` plus one. If it has none, it is given `label`, and 0 is returned.
  std::uint64_t mark(std::uintptr_t address, std::uint64_t label) {
    const std::uint64_t granule = address >> granule_log2;
    const std::uint64_t wanted = granule >> region_log2;
    if (wanted == region) {
      const auto at = static_cast<std::uint32_t>(granule & granule_mask);
      const std::uint32_t second = (at & is_paired) << 31;
      std::uint32_t &known = region_labels[at >> is_paired];
      if (known == 0) {
        const std::uint32_t short_label = short_form(label);
        known = short_label | second;
        if (short_label == escape) [[unlikely]]
          long_labels_.emplace(granule, label + 1);
        return 0;
      }
      const std::uint32_t found = known ^ second;
      if (found < escape)
        return found;
      return found == escape ? long_labels_.at(granule) : mark_beside(granule, label);
    }
    if (n_few_ <= max_few) {
      const std::uint64_t few = mark_few(address, label);
      return few == not_few ? leave_few(address, label) : few;
    }
    return mark_in(wanted, granule, label);
  }

  /// As mark(), while there are few nodes; else, or if they become too many, not_few. Nothing can fail.
  std::uint64_t mark_few(std::uintptr_t address, std::uint64_t label) {
    if (n_few_ >= max_few)
      return n_few_ == max_few ? find_few(address) : not_few;
    auto at = few_place(address);
    while (few_[at].address != address) {
      if (few_[at].address == 0) {
        few_[at] = {address, label + 1};
        few_used_[n_few_++] = static_cast<std::uint8_t>(at);
        return 0;
      }
      at = (at + 1) % few_slots;
    }
    return few_[at].label_plus_1;
  }
  static constexpr std::uint64_t not_few = ~std::uint64_t{0};

  /// Brings what mark() will read for this address nearer.
  void prefetch(std::uintptr_t address) const {
    const std::uint64_t granule = address >> granule_log2, wanted = granule >> region_log2;
    if (wanted == region || directory_.empty())
      return;
    const Entry &entry = directory_[place_of(wanted)];
    if (entry.region != wanted)
      return;
    const auto at = static_cast<std::uint32_t>(granule & granule_mask);
    autolink::prefetch(is_list(entry.form()) ? entry.leaf()
                                             : entry.leaf() + 4 * (at >> (entry.form() == paired)));
  }

  std::size_t bytes() const;

  /// Labels from here on are kept apart, in 64 bits; at most AL_LONG_LABEL - 1. Lower for tests only.
  void set_escape_at(std::uint64_t label) { long_from = label; }

private:
  static constexpr unsigned region_log2 = AL_REGION_LOG2;
  static constexpr std::uint64_t granule_mask = (1 << region_log2) - 1;

  // A leaf that is a list, of form f: its number of elements in two bytes, then capacity(f) granule numbers of
  // two bytes, padded to a multiple of four, then as many labels. Its size is 64 << f bytes; that of an array
  // is 2048, or 4096.
  enum Form : std::uint8_t { list64, list128, list256, list512, paired, dense };
  static constexpr bool is_list(unsigned form) { return form < paired; }
  static constexpr unsigned capacity(unsigned form) {
    return form == list64 ? 10 : form == list128 ? 21 : form == list256 ? 42 : 84;
  }
  static constexpr unsigned labels_at(unsigned form) { return (2 + 2 * capacity(form) + 3) & ~3u; }
  static constexpr std::size_t leaf_bytes(unsigned form) {
    return is_list(form) ? std::size_t{64} << form : std::size_t{4} << (region_log2 - (form == paired));
  }
  static constexpr std::uint32_t escape = AL_LONG_LABEL;
  static constexpr std::uint64_t no_region = ~std::uint64_t{0};
  static constexpr std::size_t first_slab_bytes = 16 << 10, slab_bytes = 1 << 20;

  /// A region and its leaf, which is aligned to 64 bytes, so that the form fits beside it.
  struct Entry {
    std::uint64_t region = no_region;
    std::uintptr_t leaf_and_form = 0;

    std::byte *leaf() const { return reinterpret_cast<std::byte *>(leaf_and_form & ~std::uintptr_t{63}); }
    Form form() const { return static_cast<Form>(leaf_and_form & 63); }
    void set(std::byte *leaf, Form form) { leaf_and_form = reinterpret_cast<std::uintptr_t>(leaf) | form; }
  };

  /// One of the first nodes, and its label plus one.
  struct Few {
    std::uintptr_t address = 0; // 0: free
    std::uint64_t label_plus_1 = 0;
  };

  static std::size_t few_place(std::uintptr_t address) {
    return static_cast<std::size_t>(address * 0x9e3779b97f4a7c15 >> 56);
  }
  std::uint64_t find_few(std::uintptr_t address) const;
  std::uint64_t leave_few(std::uintptr_t address, std::uint64_t label);
  void clear_few();

  std::uint32_t short_form(std::uint64_t label) const {
    return label < long_from ? static_cast<std::uint32_t>(label + 1) : escape;
  }
  std::size_t hash(std::uint64_t number) const {
    return static_cast<std::size_t>(number * 0x9e3779b97f4a7c15 >> directory_shift_);
  }
  /// Where the region's entry is in the directory, or would be; not if the directory is empty.
  std::size_t place_of(std::uint64_t wanted) const {
    std::size_t at = hash(wanted);
    while (directory_[at].region != wanted && directory_[at].region != no_region)
      at = at + 1 == directory_.size() ? 0 : at + 1;
    return at;
  }
  std::uint64_t mark_in(std::uint64_t wanted, std::uint64_t granule, std::uint64_t label);
  std::uint64_t mark_beside(std::uint64_t granule, std::uint64_t label);
  std::uint64_t mark_in_list(Entry &entry, std::uint64_t granule, std::uint64_t label);
  Entry &entry_of(std::uint64_t wanted);
  void promote(Entry &entry);
  void separate(Entry &entry);
  void grow_directory();
  std::byte *new_leaf(Form form);

  static constexpr unsigned max_few = 128, few_slots = 256;
  unsigned n_few_ = 0; // max_few + 1: the small table is not used any more
  Few few_[few_slots];
  std::uint8_t few_used_[max_few]; // slots, in the order of the nodes

  std::vector<Entry> directory_; // open addressing, a power of two
  unsigned directory_shift_ = 64;
  std::size_t regions_ = 0;

  struct Release {
    void operator()(std::byte *slab) const { ::operator delete(slab, std::align_val_t{64}); }
  };
  void begin_slab(std::byte *slab, std::size_t bytes) {
    slab_at_ = slab;
    slab_end_ = slab + bytes;
  }
  std::unique_ptr<std::byte, Release> first_slab_; // aligned to 64 bytes; kept for the next structure
  Arena slabs_;                                    // those that follow it
  std::size_t n_slabs_ = 0;
  std::byte *slab_at_ = nullptr, *slab_end_ = nullptr; // of the last one
  std::vector<std::byte *> free_[dense];               // leaves that have become greater
  std::unordered_map<std::uint64_t, std::uint64_t> long_labels_;
};

} // namespace autolink
