// Labels of nodes that may begin anywhere, found by address: those for which the shadow has no room.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace autolink {

/// A hash table with open addressing.
class LabelTable {
public:
  void clear() {
    std::vector<Place>().swap(places_);
    used_ = 0;
  }

  /// Returns the label of the node at `address`, which is not null, plus one. A node without a label gets `label`, and
  /// the result is 0.
  std::uint64_t mark(std::uintptr_t address, std::uint64_t label) {
    if (4 * (used_ + 1) > 3 * places_.size())
      grow();
    Place &place = place_of(address);
    if (place.address != 0)
      return place.label + 1;
    place = {address, label};
    ++used_;
    return 0;
  }

  /// Returns the label of the node at `address` plus one; 0 if it has none.
  std::uint64_t find(std::uintptr_t address) {
    return used_ > 0 && address != 0 && place_of(address).address != 0 ? place_of(address).label + 1 : 0;
  }

private:
  struct Place {
    std::uintptr_t address; // 0: free
    std::uint64_t label;
  };

  /// Returns the place where the address is, or would be.
  Place &place_of(std::uintptr_t address) {
    const std::uint64_t hash = address * std::uint64_t{0x9e3779b97f4a7c15};
    auto at = static_cast<std::size_t>(hash >> (64 - std::countr_zero(places_.size())));
    while (places_[at].address != 0 && places_[at].address != address)
      at = at + 1 == places_.size() ? 0 : at + 1;
    return places_[at];
  }

  void grow() {
    std::vector<Place> old(places_.empty() ? 16 : 2 * places_.size());
    old.swap(places_);
    for (const Place &place : old)
      if (place.address != 0)
        place_of(place.address) = place;
  }

  std::vector<Place> places_;
  std::size_t used_ = 0;
};

} // namespace autolink
