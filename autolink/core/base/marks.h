// The marks of the breadth-first search: the label of each node of one class of records or arrays, found by its
// address. The first 128 nodes are in a small hash table, which costs less to set up and to empty than the shadow of
// the address space (shadow.h). If there are more, all marks are in the shadow.
#pragma once

#include "label_table.h"
#include "shadow.h"

#include "autolink/al_inline.h"

namespace autolink {

/// Generated code sees the part in AL_Nodes, with the region it uses directly.
class Marks : public AL_Nodes {
public:
  Marks() : AL_Nodes() { region = Shadow::no_region; }
  Marks(const Marks &) = delete;
  Marks &operator=(const Marks &) = delete;

  /// Empties the marks, for class `number` of the shadow, which has just been begun.
  void begin(Shadow &shadow, std::uint32_t number);

  /// Gives memory back.
  void end();

  /// Returns the label of the node at `address` plus one. A node without a label gets `label`, and the result
  /// is 0. The result may also be the label of another node of the class that begins in the same granule;
  /// mark_beside() then finds the label of this one.
  std::uint64_t mark(std::uintptr_t address, std::uint64_t label) {
    if (n_few_ <= max_few) {
      const std::uint64_t few = mark_few(address, label);
      return few == not_few ? leave_few(address, label) : few;
    }
    const std::uint32_t short_label = label < long_from ? static_cast<std::uint32_t>(label + 1) : long_label;
    const std::uint32_t known = shadow_->mark(*this, address, short_label);
    if (known < long_label && (known != 0 || short_label < long_label)) [[likely]]
      return known;
    return mark_beside(address, label);
  }

  /// Does what mark() does while there are few nodes; returns not_few if there are, or would be, too many. Cannot fail.
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

  /// Does what mark() does for a node for which the shadow has no label.
  std::uint64_t mark_beside(std::uintptr_t address, std::uint64_t label);

  /// Returns the label of the node at `address` plus one; 0 if it has none. For records whose alignment is a multiple
  /// of the granules: only one of them can begin in a granule, at its beginning.
  std::uint64_t find(std::uintptr_t address);

  /// Lets al_visit() use the marks around `address` directly. Returns false if that is not enough.
  bool change_region(std::uintptr_t address) {
    return is_marked && n_few_ > max_few && shadow_->change_region(*this, address);
  }

  /// Prefetches what mark() will read for this address, unless al_visit() uses those marks directly.
  void prefetch(std::uintptr_t address) const {
    if (address >> granule_log2 >> AL_REGION_LOG2 != region)
      shadow_->prefetch(address);
  }

  /// Keeps labels from here on beside the shadow, in 64 bits. At most what begin() sets; lower only in tests.
  void set_escape_at(std::uint64_t label) { long_from = label; }

private:
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

  static constexpr unsigned max_few = 128, few_slots = 256;
  unsigned n_few_ = 0; // max_few + 1: the small table is no longer used
  Few few_[few_slots];
  std::uint8_t few_used_[max_few]; // slots, in the order of the nodes

  Shadow *shadow_ = nullptr;
  /// What the shadow cannot hold: long labels, and nodes that begin where another one does.
  LabelTable beside_;
};

} // namespace autolink
