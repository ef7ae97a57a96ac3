// A shadow of the address space. See shadow.h.
#include "shadow.h"

#include <algorithm>
#include <bitset>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace autolink {
namespace {

/// Returns where `key` is among the first `n` of `keys`, or n. At least 16 bytes follow the keys.
unsigned find_key(const std::byte *keys, unsigned n, std::uint16_t key) {
#ifdef __SSE2__
  const __m128i wanted = _mm_set1_epi16(static_cast<short>(key));
  for (unsigned at = 0; at < n; at += 8) {
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i *>(keys + 2 * at));
    auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi16(here, wanted)));
    if (n - at < 8)
      equal &= (1U << 2 * (n - at)) - 1; // what follows has never been written
    if (equal)
      return at + static_cast<unsigned>(std::countr_zero(equal)) / 2;
  }
  return n;
#else
  unsigned at = 0;
  while (at < n && load<std::uint16_t>(keys + 2 * at) != key)
    ++at;
  return at;
#endif
}

/// Returns the least distance of nodes of this size from malloc.
std::uint64_t malloc_distance(std::uint64_t node_size) {
  return std::max<std::uint64_t>(32, (node_size + sizeof(std::size_t) + 15) & ~std::uint64_t{15});
}

/// Returns the number of the granule's place in the lower bits, and where in that place it is in the upper bits.
std::uint32_t place_and_within(std::uint32_t granule, unsigned shift) {
  return std::rotr(granule, static_cast<int>(shift));
}

/// Returns a mask of those upper bits.
std::uint32_t within_bits(unsigned shift) { return place_and_within((1u << shift) - 1, shift); }

} // namespace

void Shadow::begin(std::uint64_t node_size, std::size_t n_classes, std::uint64_t between) {
  granule_log2_ = node_size < 2 ? 0 : static_cast<unsigned>(std::bit_width(node_size)) - 1;
  shift_ = static_cast<unsigned>(std::bit_width(malloc_distance(node_size) + between)) - 1 - granule_log2_;
  most_shift_ = std::min(shift_ + 1, n_forms - n_lists - 1); // because heaps may be sparser
  label_bits_ = 32 - most_shift_ - (n_classes < 2 ? 0 : static_cast<unsigned>(std::bit_width(n_classes - 1)));
  classes_.clear();
  if (regions_ == 0)
    return;
  if (directory_.size() > std::max<std::size_t>(16, 8 * regions_) || directory_.size() > 4096)
    std::vector<Entry>().swap(directory_); // if it is much too large, clearing it costs more than filling it did
  else
    std::fill(directory_.begin(), directory_.end(), Entry());
  directory_shift_ = directory_.empty() ? 64 : 64 - static_cast<unsigned>(std::countr_zero(directory_.size()));
  regions_ = 0;
  slabs_.release();
  n_slabs_ = 0;
  slab_at_ = slab_end_ = nullptr;
  if (first_slab_)
    begin_slab(first_slab_.get(), first_slab_bytes);
  for (auto &free : free_)
    free.clear();
}

void Shadow::add(AL_Nodes &nodes, std::uint32_t number) {
  nodes.region = no_region;
  nodes.granule_log2 = granule_log2_;
  nodes.tag = number << label_bits_;
  nodes.long_label = (std::uint32_t{1} << label_bits_) - 1;
  classes_.push_back(&nodes);
}

inline Shadow::Entry &Shadow::entry_of(std::uint64_t region) {
  if (!directory_.empty())
    if (Entry &entry = directory_[place_of(region)]; entry.region == region) [[likely]]
      return entry;
  return add_region(region);
}

std::uint32_t Shadow::mark(AL_Nodes &nodes, std::uintptr_t address, std::uint32_t label) {
  const std::uint64_t granule = address >> granule_log2_, region = granule >> region_log2;
  const auto in_region = static_cast<std::uint32_t>(granule) & granule_mask;
  while (true) {
    if (region == nodes.region) {
      const std::uint32_t at = place_and_within(in_region, nodes.place_log2);
      std::uint32_t &mark = nodes.region_labels[at & granule_mask];
      const std::uint32_t tag = (at & ~granule_mask) | nodes.tag;
      if (mark == 0) {
        mark = label | tag;
        return 0;
      }
      const std::uint32_t known = mark ^ tag;
      if (known <= nodes.long_label)
        return known;
      if ((known & within_bits(nodes.place_log2)) == 0)
        return other_class;
      separate(entry_of(region));
    }
    Entry &entry = entry_of(region);
    if (is_list(entry.form())) {
      const std::uint32_t mark = mark_in_list(entry, in_region, label | nodes.tag);
      if (mark == 0)
        return 0;
      if (mark != is_full)
        return (mark ^ nodes.tag) <= nodes.long_label ? mark ^ nodes.tag : other_class;
      promote(entry);
    } else {
      use_directly(nodes, entry);
    }
  }
}

std::uint32_t Shadow::find(const AL_Nodes &nodes, std::uintptr_t address) const {
  const std::uint64_t granule = address >> granule_log2_, region = granule >> region_log2;
  const auto in_region = static_cast<std::uint32_t>(granule) & granule_mask;
  if (directory_.empty())
    return 0;
  const Entry &entry = directory_[place_of(region)];
  if (entry.region != region)
    return 0;
  const std::byte *leaf = entry.leaf();
  const unsigned form = entry.form();
  std::uint32_t mark = 0, tag = nodes.tag;
  if (is_list(form)) {
    const unsigned n = load<std::uint16_t>(leaf), at = find_key(leaf + 2, n, static_cast<std::uint16_t>(in_region));
    mark = at < n ? load<std::uint32_t>(leaf + marks_at(form) + 4 * at) : 0;
  } else {
    const unsigned shift = shift_of(form);
    const std::uint32_t at = place_and_within(in_region, shift);
    tag |= at & ~granule_mask;
    mark = load<std::uint32_t>(leaf + 4 * (at & granule_mask));
    if (((mark ^ tag) & within_bits(shift)) != 0) // of a node that begins elsewhere in the place
      return 0;
  }
  return mark == 0 ? 0 : (mark ^ tag) <= nodes.long_label ? mark ^ tag : other_class;
}

/// Returns the mark of the granule; 0 if it had none, and now has this one; or is_full.
std::uint32_t Shadow::mark_in_list(const Entry &entry, std::uint32_t granule, std::uint32_t mark) {
  std::byte *leaf = entry.leaf();
  const unsigned form = entry.form(), n = load<std::uint16_t>(leaf);
  const auto key = static_cast<std::uint16_t>(granule);
  std::byte *keys = leaf + 2, *marks = leaf + marks_at(form);
  const unsigned at = find_key(keys, n, key);
  if (at < n)
    return load<std::uint32_t>(marks + 4 * at);
  if (n == capacity(form))
    return is_full;
  store(leaf, static_cast<std::uint16_t>(n + 1));
  store(keys + 2 * n, key);
  store(marks + 4 * n, mark);
  return 0;
}

Shadow::Entry &Shadow::add_region(std::uint64_t region) {
  if (directory_.size() < 2 * (regions_ + 1))
    grow_directory();
  std::byte *leaf = new_leaf(0);
  store(leaf, std::uint16_t{0});
  Entry &entry = directory_[place_of(region)];
  entry.region = region;
  entry.set(leaf, 0);
  ++regions_;
  return entry;
}

void Shadow::put(std::byte *array, unsigned shift, std::uint32_t granule, std::uint32_t mark) {
  const std::uint32_t at = place_and_within(granule, shift);
  store(array + 4 * (at & granule_mask), mark | (at & ~granule_mask));
}

/// Replaces a full list by the next larger one, or by an array if that is not much larger, or if the nodes lie side by
/// side, as in heaps that fill up. The array's places are the greatest in which no two of the nodes begin.
void Shadow::promote(Entry &entry) {
  const unsigned old_form = entry.form(), n = capacity(old_form);
  std::byte *old_leaf = entry.leaf();
  const auto key = [old_leaf](unsigned i) { return unsigned{load<std::uint16_t>(old_leaf + 2 + 2 * i)}; };
  unsigned least = granule_mask, greatest = 0;
  for (unsigned i = 0; i < n; ++i) {
    least = std::min(least, key(i));
    greatest = std::max(greatest, key(i));
  }
  const auto are_apart = [&](unsigned shift) {
    std::bitset<granule_mask + 1> places;
    for (unsigned i = 0; i < n; ++i)
      places.set(key(i) >> shift);
    return places.count() == n;
  };
  unsigned shift = most_shift_;
  while (shift > 0 && !are_apart(shift))
    --shift;
  // If malloc's distances allow larger places, few of them will have to be made smaller.
  const std::size_t most_bytes = (shift <= shift_ && shift > 0 ? 8 : 4) * leaf_bytes(old_form);
  const bool is_dense = old_form == n_lists - 1 || (greatest >> shift_) - (least >> shift_) < 4 * n ||
                        leaf_bytes(n_lists + shift) <= most_bytes;
  const unsigned form = is_dense ? n_lists + shift : old_form + 1;
  std::byte *leaf = new_leaf(form);
  const std::byte *marks = old_leaf + marks_at(old_form);
  if (is_list(form)) {
    std::memcpy(leaf, old_leaf, 2 + 2 * n);
    std::memcpy(leaf + marks_at(form), marks, 4 * n);
  } else {
    std::memset(leaf, 0, leaf_bytes(form));
    for (unsigned i = 0; i < n; ++i)
      put(leaf, shift, key(i), load<std::uint32_t>(marks + 4 * i));
  }
  free_[old_form].push_back(old_leaf);
  entry.set(leaf, form);
}

/// Halves the places of an array, because two nodes begin in one.
void Shadow::separate(Entry &entry) {
  const unsigned old_form = entry.form(), shift = shift_of(old_form);
  const std::uint32_t within = within_bits(shift);
  std::byte *old_leaf = entry.leaf();
  std::byte *leaf = new_leaf(old_form - 1);
  std::memset(leaf, 0, leaf_bytes(old_form - 1));
  for (std::uint32_t place = 0; place <= granule_mask >> shift; ++place)
    if (const auto mark = load<std::uint32_t>(old_leaf + 4 * place))
      put(leaf, shift - 1, std::rotl(place | (mark & within), static_cast<int>(shift)), mark & ~within);
  free_[old_form].push_back(old_leaf);
  for (AL_Nodes *nodes : classes_)
    if (nodes->region == entry.region)
      nodes->region = no_region;
  entry.set(leaf, old_form - 1);
}

void Shadow::grow_directory() {
  std::vector<Entry> old(directory_.empty() ? 16 : 2 * directory_.size());
  old.swap(directory_);
  directory_shift_ = 64 - static_cast<unsigned>(std::countr_zero(directory_.size()));
  for (const Entry &entry : old)
    if (entry.region != no_region)
      directory_[place_of(entry.region)] = entry;
}

std::byte *Shadow::new_leaf(unsigned form) {
  if (!free_[form].empty()) {
    std::byte *leaf = free_[form].back();
    free_[form].pop_back();
    return leaf;
  }
  const std::size_t size = leaf_bytes(form);
  if (static_cast<std::size_t>(slab_end_ - slab_at_) < size) {
    if (first_slab_) {
      begin_slab(slabs_.allocate(slab_bytes, 64), slab_bytes);
      ++n_slabs_;
    } else {
      first_slab_.reset(static_cast<std::byte *>(::operator new(first_slab_bytes, std::align_val_t{64})));
      begin_slab(first_slab_.get(), first_slab_bytes);
    }
  }
  std::byte *leaf = slab_at_;
  slab_at_ += size;
  return leaf;
}

std::size_t Shadow::bytes() const {
  return directory_.capacity() * sizeof(Entry) + (first_slab_ ? first_slab_bytes : 0) + n_slabs_ * slab_bytes -
         static_cast<std::size_t>(slab_end_ - slab_at_);
}

} // namespace autolink
