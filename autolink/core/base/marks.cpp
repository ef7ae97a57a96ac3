// The marks of the breadth-first search. See marks.h.
#include "marks.h"

#include <algorithm>
#include <array>

namespace autolink {

void Marks::begin(Shadow &shadow, std::uint32_t number) {
  end();
  shadow_ = &shadow;
  shadow.add(*this, number);
  long_from = long_label - 1;
}

void Marks::end() {
  if (n_few_ <= max_few) { // nothing else was used
    clear_few();
    return;
  }
  n_few_ = 0;
  region = Shadow::no_region;
  beside_.clear();
}

/// Moves the nodes of the full small table, and this one, into the shadow.
std::uint64_t Marks::leave_few(std::uintptr_t address, std::uint64_t label) {
  std::array<Few, max_few> before;
  std::transform(few_used_, few_used_ + max_few, before.begin(), [this](auto slot) { return few_[slot]; });
  clear_few();
  n_few_ = max_few + 1;
  for (const Few &few : before)
    if (mark(few.address, few.label_plus_1 - 1) != 0)
      mark_beside(few.address, few.label_plus_1 - 1);
  return mark(address, label);
}

/// Returns what mark_few() returns if the small table is full.
std::uint64_t Marks::find_few(std::uintptr_t address) const {
  for (std::size_t at = few_place(address); few_[at].address != 0; at = (at + 1) % few_slots)
    if (few_[at].address == address)
      return few_[at].label_plus_1;
  return not_few;
}

std::uint64_t Marks::find(std::uintptr_t address) {
  if (n_few_ <= max_few) {
    const std::uint64_t few = find_few(address);
    return few == not_few ? 0 : few;
  }
  if (address >> granule_log2 << granule_log2 != address)
    return 0;
  const std::uint32_t known = shadow_->find(*this, address);
  return known < long_label ? known : beside_.find(address);
}

void Marks::clear_few() {
  for (; n_few_ > 0; --n_few_)
    few_[few_used_[n_few_ - 1]].address = 0;
}

std::uint64_t Marks::mark_beside(std::uintptr_t address, std::uint64_t label) { return beside_.mark(address, label); }

} // namespace autolink
