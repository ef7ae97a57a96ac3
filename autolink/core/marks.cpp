// The marks of single records. See marks.h.
#include "marks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <new>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace autolink {
namespace {

/// Where `key` is among the first `n` of `keys`, after which there are at least 16 bytes; or n.
unsigned find_key(const std::byte *keys, unsigned n, std::uint16_t key) {
#ifdef __SSE2__
  const __m128i wanted = _mm_set1_epi16(static_cast<short>(key));
  for (unsigned at = 0; at < n; at += 8) {
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i *>(keys + 2 * at));
    const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi16(here, wanted)));
    if (equal)
      return std::min(n, at + static_cast<unsigned>(std::countr_zero(equal)) / 2);
  }
  return n;
#else
  unsigned at = 0;
  while (at < n && load<std::uint16_t>(keys + 2 * at) != key)
    ++at;
  return at;
#endif
}

} // namespace

void Marks::clear(std::uint64_t node_size) {
  granule_log2 = node_size < 2 ? 0 : static_cast<unsigned>(std::bit_width(node_size)) - 1;
  long_from = escape - 1;
  if (n_few_ <= max_few) { // nothing else was used
    clear_few();
    return;
  }
  n_few_ = 0;
  region = no_region;
  if (directory_.size() > std::max<std::size_t>(16, 8 * regions_) || directory_.size() > 4096)
    std::vector<Entry>().swap(directory_); // the former: clearing it costs more than filling it did
  else if (regions_ > 0)
    std::fill(directory_.begin(), directory_.end(), Entry());
  directory_shift_ =
      directory_.empty() ? 64 : 64 - static_cast<unsigned>(std::countr_zero(directory_.size()));
  regions_ = 0;
  slabs_.release();
  n_slabs_ = 0;
  slab_at_ = slab_end_ = nullptr;
  if (first_slab_)
    begin_slab(first_slab_.get(), first_slab_bytes);
  for (auto &free : free_)
    free.clear();
  long_labels_.clear();
}

/// The small table is full: its nodes, and this one, go into regions.
std::uint64_t Marks::leave_few(std::uintptr_t address, std::uint64_t label) {
  std::array<Few, max_few> before;
  std::transform(few_used_, few_used_ + max_few, before.begin(), [this](auto slot) { return few_[slot]; });
  clear_few();
  n_few_ = max_few + 1; // first, so that clear() empties the regions if memory runs out below
  for (const Few &few : before) {
    const std::uint64_t granule = few.address >> granule_log2;
    mark_in(granule >> region_log2, granule, few.label_plus_1 - 1);
  }
  return mark(address, label);
}

/// What mark_few() says when the small table is full.
std::uint64_t Marks::find_few(std::uintptr_t address) const {
  for (std::size_t at = few_place(address); few_[at].address != 0; at = (at + 1) % few_slots)
    if (few_[at].address == address)
      return few_[at].label_plus_1;
  return not_few;
}

void Marks::clear_few() {
  for (; n_few_ > 0; --n_few_)
    few_[few_used_[n_few_ - 1]].address = 0;
}

std::uint64_t Marks::mark_in(std::uint64_t wanted, std::uint64_t granule, std::uint64_t label) {
  Entry &entry = entry_of(wanted);
  if (is_list(entry.form()))
    return mark_in_list(entry, granule, label);
  region_labels = reinterpret_cast<std::uint32_t *>(entry.leaf());
  is_paired = entry.form() == paired;
  region = wanted;
  return mark(granule << granule_log2, label);
}

/// In the region at hand, whose places are two granules, another node begins in the other one.
std::uint64_t Marks::mark_beside(std::uint64_t granule, std::uint64_t label) {
  const std::uint64_t wanted = granule >> region_log2;
  separate(entry_of(wanted));
  return mark_in(wanted, granule, label);
}

std::uint64_t Marks::mark_in_list(Entry &entry, std::uint64_t granule, std::uint64_t label) {
  std::byte *leaf = entry.leaf();
  const Form form = entry.form();
  const unsigned n = load<std::uint16_t>(leaf);
  const auto key = static_cast<std::uint16_t>(granule & granule_mask);
  std::byte *keys = leaf + 2, *labels = leaf + labels_at(form);
  const unsigned at = find_key(keys, n, key);
  if (at < n) {
    const auto known = load<std::uint32_t>(labels + 4 * at);
    return known == escape ? long_labels_.at(granule) : known;
  }
  if (n == capacity(form)) {
    promote(entry);
    return mark_in(granule >> region_log2, granule, label);
  }
  store(leaf, static_cast<std::uint16_t>(n + 1));
  store(keys + 2 * n, key);
  const std::uint32_t short_label = short_form(label);
  store(labels + 4 * n, short_label);
  if (short_label == escape) [[unlikely]]
    long_labels_.emplace(granule, label + 1);
  return 0;
}

Marks::Entry &Marks::entry_of(std::uint64_t wanted) {
  if (directory_.size() < 2 * (regions_ + 1))
    grow_directory();
  Entry &entry = directory_[place_of(wanted)];
  if (entry.region == no_region) {
    std::byte *leaf = new_leaf(list64);
    store(leaf, std::uint16_t{0});
    entry.region = wanted;
    entry.set(leaf, list64);
    ++regions_;
  }
  return entry;
}

/// The next larger form; the array at once where the nodes lie one beside the other, as in heaps that fill
/// up.
void Marks::promote(Entry &entry) {
  const Form old_form = entry.form();
  std::byte *old_leaf = entry.leaf();
  const unsigned n = capacity(old_form);
  const std::byte *labels = old_leaf + labels_at(old_form);
  unsigned least = granule_mask, greatest = 0;
  std::bitset<(granule_mask + 1) / 2> pairs;
  const auto key = [old_leaf](unsigned i) { return unsigned{load<std::uint16_t>(old_leaf + 2 + 2 * i)}; };
  for (unsigned i = 0; i < n; ++i) {
    least = std::min(least, key(i));
    greatest = std::max(greatest, key(i));
    pairs.set(key(i) / 2);
  }
  const bool is_dense = old_form == list512 || greatest - least < 4 * n;
  const Form form = !is_dense ? static_cast<Form>(old_form + 1) : pairs.count() == n ? paired : dense;
  std::byte *leaf = new_leaf(form);
  if (is_list(form)) {
    std::memcpy(leaf, old_leaf, 2 + 2 * n);
    std::memcpy(leaf + labels_at(form), labels, 4 * n);
  } else {
    std::memset(leaf, 0, leaf_bytes(form));
    for (unsigned i = 0; i < n; ++i) {
      const auto label = load<std::uint32_t>(labels + 4 * i);
      if (form == paired)
        store(leaf + 4 * (key(i) / 2), label | key(i) << 31);
      else
        store(leaf + 4 * key(i), label);
    }
  }
  free_[old_form].push_back(old_leaf);
  entry.set(leaf, form);
}

/// One granule a place instead of two.
void Marks::separate(Entry &entry) {
  std::byte *old_leaf = entry.leaf();
  std::byte *leaf = new_leaf(dense);
  std::memset(leaf, 0, leaf_bytes(dense));
  for (unsigned pair = 0; pair <= granule_mask / 2; ++pair)
    if (const auto label = load<std::uint32_t>(old_leaf + 4 * pair))
      store(leaf + 4 * (2 * pair + (label >> 31)), label & escape);
  free_[paired].push_back(old_leaf);
  entry.set(leaf, dense);
}

void Marks::grow_directory() {
  std::vector<Entry> old(directory_.empty() ? 16 : 2 * directory_.size());
  old.swap(directory_);
  directory_shift_ = 64 - static_cast<unsigned>(std::countr_zero(directory_.size()));
  for (const Entry &entry : old)
    if (entry.region != no_region)
      directory_[place_of(entry.region)] = entry;
}

std::byte *Marks::new_leaf(Form form) {
  if (form != dense && !free_[form].empty()) {
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

std::size_t Marks::bytes() const {
  return directory_.capacity() * sizeof(Entry) + (first_slab_ ? first_slab_bytes : 0) +
         n_slabs_ * slab_bytes - static_cast<std::size_t>(slab_end_ - slab_at_);
}

} // namespace autolink
