// A shadow of the address space: for the nodes of a structure, which label each has, found by its address; for all
// classes of records together, or for all of arrays.
//
// Memory is cut into granules of 2^G bytes, for records no more than the smallest, so that two of a class never begin
// in one; of arrays that begin in one, the first has its mark here, the others beside it (marks.h). 1024 granules are
// a region, and each region in which a node has been seen has a leaf. A leaf begins as a short list of (granule, mark)
// and becomes an array when it has many: of marks for places of 2^S granules, up to twice as many as lie between nodes
// from malloc, until two nodes begin in one place; then of half as many. A mark is a label and, in its upper bits, where
// in the place the node begins, and its class. So dense heaps take one array access for a mark, and 4 bytes for 32 or
// more of the heap's, sparse ones 8 to 20 bytes a node, and nothing has to be guessed about the heap beforehand.
#pragma once

#include "bytes.h"
#include "memory.h"

#include "autolink/al_inline.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace autolink {

class Shadow {
public:
  Shadow() = default;
  Shadow(const Shadow &) = delete;
  Shadow &operator=(const Shadow &) = delete;

  /// Empties it, for nodes of `n_classes` classes, in granules of at most `node_size` bytes, where so many bytes of
  /// others mostly lie between two. Keeps a little memory.
  void begin(std::uint64_t node_size, std::size_t n_classes, std::uint64_t between = 0);

  /// What generated code has to know of class `number` of those. Until the next begin(), `nodes` must be there.
  void add(AL_Nodes &nodes, std::uint32_t number);

  /// Marks the node of the class at `address` with `label`, at most nodes.long_label, and returns 0 if none begins in
  /// its granule; else the label of the one that does; or `taken` if that is of another class.
  std::uint32_t mark(AL_Nodes &nodes, std::uintptr_t address, std::uint32_t label);
  static constexpr std::uint32_t taken = ~std::uint32_t{0};

  /// Puts the marks around `address` at hand. False if they are already, or are not an array.
  bool change_region(AL_Nodes &nodes, std::uintptr_t address) const {
    const std::uint64_t region = address >> granule_log2_ >> region_log2;
    if (region == nodes.region || directory_.empty())
      return false;
    const Entry &entry = directory_[place_of(region)];
    if (entry.region != region || is_list(entry.form()))
      return false;
    put_at_hand(nodes, entry);
    return true;
  }

  /// Brings what mark() will read for this address nearer.
  void prefetch(std::uintptr_t address) const {
    const std::uint64_t granule = address >> granule_log2_, wanted = granule >> region_log2;
    if (directory_.empty())
      return;
    const Entry &entry = directory_[place_of(wanted)];
    if (entry.region != wanted)
      return;
    const unsigned form = entry.form();
    autolink::prefetch(is_list(form) ? entry.leaf()
                                     : entry.leaf() + 4 * ((granule & granule_mask) >> shift_of(form)));
  }

  std::size_t bytes() const;

  static constexpr std::uint64_t no_region = ~std::uint64_t{0};

private:
  static constexpr unsigned region_log2 = AL_REGION_LOG2;
  static constexpr std::uint32_t granule_mask = (1 << region_log2) - 1;

  // A leaf that is a list, of form f: its number of elements in two bytes, then capacity(f) granule numbers of
  // two bytes, padded to a multiple of four, then as many marks. Its size is 64 << f bytes; that of an array of
  // places of 2^s granules, of form n_lists + s, is 4096 >> s.
  static constexpr unsigned n_lists = 4, n_forms = n_lists + 6;
  static constexpr bool is_list(unsigned form) { return form < n_lists; }
  static constexpr unsigned shift_of(unsigned array_form) { return array_form - n_lists; }
  static constexpr unsigned capacity(unsigned list_form) {
    constexpr unsigned of[n_lists] = {10, 21, 42, 84};
    return of[list_form];
  }
  static constexpr unsigned marks_at(unsigned list_form) { return (2 + 2 * capacity(list_form) + 3) & ~3u; }
  static constexpr std::size_t leaf_bytes(unsigned form) {
    return is_list(form) ? std::size_t{64} << form : std::size_t{4} << (region_log2 - shift_of(form));
  }
  static constexpr std::size_t first_slab_bytes = 64 << 10, slab_bytes = 1 << 20;

  /// A region and its leaf, which is aligned to 64 bytes, so that the form fits beside it.
  struct Entry {
    std::uint64_t region = no_region;
    std::uintptr_t leaf_and_form = 0;

    std::byte *leaf() const { return reinterpret_cast<std::byte *>(leaf_and_form & ~std::uintptr_t{63}); }
    unsigned form() const { return static_cast<unsigned>(leaf_and_form & 63); }
    void set(std::byte *leaf, unsigned form) {
      leaf_and_form = reinterpret_cast<std::uintptr_t>(leaf) | form;
    }
  };

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
  static void put_at_hand(AL_Nodes &nodes, const Entry &entry) {
    nodes.region_labels = reinterpret_cast<std::uint32_t *>(entry.leaf());
    nodes.place_log2 = shift_of(entry.form());
    nodes.region = entry.region;
  }
  Entry &entry_of(std::uint64_t region);
  Entry &add_region(std::uint64_t region);
  static std::uint32_t mark_in_list(const Entry &entry, std::uint32_t granule, std::uint32_t mark);
  static constexpr std::uint32_t is_full = ~std::uint32_t{0}; // no mark of a list has upper bits
  static void put(std::byte *array, unsigned shift, std::uint32_t granule, std::uint32_t mark);
  void promote(Entry &entry);
  void separate(Entry &entry);
  void grow_directory();
  std::byte *new_leaf(unsigned form);
  void begin_slab(std::byte *slab, std::size_t bytes) {
    slab_at_ = slab;
    slab_end_ = slab + bytes;
  }

  unsigned granule_log2_ = 0;
  unsigned shift_ = 0;              // of places that nodes from malloc do not share
  unsigned most_shift_ = 0;         // of places that are tried: in marks there is room for it
  unsigned label_bits_ = 0;         // in a mark
  std::vector<AL_Nodes *> classes_; // that may have a region at hand

  std::vector<Entry> directory_; // open addressing, a power of two
  unsigned directory_shift_ = 64;
  std::size_t regions_ = 0;

  struct Release {
    void operator()(std::byte *slab) const { ::operator delete(slab, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte, Release> first_slab_; // aligned to 64 bytes; kept for the next structure
  Arena slabs_;                                    // those that follow it
  std::size_t n_slabs_ = 0;
  std::byte *slab_at_ = nullptr, *slab_end_ = nullptr; // of the last one
  std::vector<std::byte *> free_[n_forms];             // leaves that have become greater
};

} // namespace autolink
