// A shadow of the address space: the label of each node of a structure, found by its address. One shadow serves all
// classes of records together, another one all classes of arrays.
//
// Memory is cut into granules of 2^G bytes. For records, granules are no larger than the smallest, so that two of a
// class never begin in one. If several arrays begin in one, the first has its mark here and the others beside it
// (marks.h). 1024 granules are a region, and each region in which a node has been seen has a leaf. A leaf begins as a
// short list of (granule, mark) and becomes an array if it has many. The array has marks for places of 2^S granules, up
// to twice as many as lie between nodes from malloc. If two nodes begin in one place, it becomes an array with places
// of half the size. A mark is a label; its upper bits say where in the place the node begins, and its class. So in
// dense heaps a mark takes one array access, and 4 bytes for 32 or more bytes of the heap. In sparse heaps it takes 8
// to 20 bytes a node. Nothing about the heap has to be guessed beforehand.
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

  /// Empties the shadow, for nodes of `n_classes` classes, in granules of at most `node_size` bytes. `between`: how
  /// many bytes of other data mostly lie between two nodes. Keeps a little memory.
  void begin(std::uint64_t node_size, std::size_t n_classes, std::uint64_t between = 0);

  /// Sets what generated code needs to know of class `number`. `nodes` must exist until the next begin().
  void add(AL_Nodes &nodes, std::uint32_t number);

  /// Marks the node at `address` with `label`, at most nodes.long_label, and returns 0 if no node begins in its
  /// granule. Otherwise returns that node's label, or `other_class` if it belongs to another class.
  std::uint32_t mark(AL_Nodes &nodes, std::uintptr_t address, std::uint32_t label);
  static constexpr std::uint32_t other_class = ~std::uint32_t{0};

  /// Returns what mark() would return, and marks nothing.
  std::uint32_t find(const AL_Nodes &nodes, std::uintptr_t address) const;

  /// Lets generated code use the marks around `address` directly. Returns false if it does already, or if they are a
  /// list.
  bool change_region(AL_Nodes &nodes, std::uintptr_t address) const {
    const std::uint64_t region = address >> granule_log2_ >> region_log2;
    if (region == nodes.region || directory_.empty())
      return false;
    const Entry &entry = directory_[place_of(region)];
    if (entry.region != region || is_list(entry.form()))
      return false;
    use_directly(nodes, entry);
    return true;
  }

  /// Prefetches what mark() will read for this address.
  void prefetch(std::uintptr_t address) const {
    const std::uint64_t granule = address >> granule_log2_, wanted = granule >> region_log2;
    if (directory_.empty())
      return;
    const Entry &entry = directory_[place_of(wanted)];
    if (entry.region != wanted)
      return;
    const unsigned form = entry.form();
    autolink::prefetch(is_list(form) ? entry.leaf() : entry.leaf() + 4 * ((granule & granule_mask) >> shift_of(form)));
  }

  std::size_t bytes() const;

  static constexpr std::uint64_t no_region = ~std::uint64_t{0};

private:
  static constexpr unsigned region_log2 = AL_REGION_LOG2;
  static constexpr std::uint32_t granule_mask = (1 << region_log2) - 1;

  // A leaf that is a list, of form f: its number of elements in two bytes, then capacity(f) granule numbers of two
  // bytes, padded to a multiple of four, then as many marks. Its size is 64 << f bytes; that of an array of places of
  // 2^s granules, of form n_lists + s, is 4096 >> s.
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
    void set(std::byte *leaf, unsigned form) { leaf_and_form = reinterpret_cast<std::uintptr_t>(leaf) | form; }
  };

  std::size_t hash(std::uint64_t number) const {
    return static_cast<std::size_t>(number * 0x9e3779b97f4a7c15 >> directory_shift_);
  }
  /// Returns the place of the region's entry in the directory, or where it would be. The directory is not empty.
  std::size_t place_of(std::uint64_t wanted) const {
    std::size_t at = hash(wanted);
    while (directory_[at].region != wanted && directory_[at].region != no_region)
      at = at + 1 == directory_.size() ? 0 : at + 1;
    return at;
  }
  static void use_directly(AL_Nodes &nodes, const Entry &entry) {
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
  unsigned shift_ = 0;              // log2 of the greatest places that nodes from malloc do not share
  unsigned most_shift_ = 0;         // log2 of the greatest places that are tried, for which marks have room
  unsigned label_bits_ = 0;         // bits of a label in a mark
  std::vector<AL_Nodes *> classes_; // what generated code knows of each class

  std::vector<Entry> directory_; // open addressing, a power of two
  unsigned directory_shift_ = 64;
  std::size_t regions_ = 0;

  struct Release {
    void operator()(std::byte *slab) const { ::operator delete(slab, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte, Release> first_slab_; // aligned to 64 bytes; kept for the next structure
  Arena slabs_;                                    // the slabs after it
  std::size_t n_slabs_ = 0;
  std::byte *slab_at_ = nullptr, *slab_end_ = nullptr; // the free part of the last slab
  std::vector<std::byte *> free_[n_forms];             // leaves that larger ones have replaced
};

} // namespace autolink
