// Overlapping entries. See overlap.h.
//
// The bounds alone show that most trees are free of overlap: their parts lie one after the other, and each is free of
// overlap itself. If parts interleave, all elements are sorted.
#include "overlap.h"

#include "layout/type_map.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <unordered_map>
#include <vector>

namespace automap::check {
namespace {

using layout::TypeMapEntry;
using layout::TypeTree;

std::int64_t true_extent(const TypeTree &tree) { return tree.true_upper_bound() - tree.true_lower_bound(); }

/// Whether the bounds show that no two elements of a tree overlap. Looks at each shared node once.
class Apart {
public:
  bool operator()(const TypeTree &tree) {
    if (tree.kind() == TypeTree::Kind::leaf || tree.element_count() <= 1)
      return true;
    const auto known = known_.find(tree.node_address());
    if (known != known_.end())
      return known->second;
    const bool out = std::ranges::all_of(tree.children(), std::ref(*this)) && parts_are_apart(tree);
    known_.emplace(tree.node_address(), out);
    return out;
  }

private:
  struct Part {
    std::int64_t from, to;
  };

  static bool parts_are_apart(const TypeTree &tree) {
    if (tree.kind() == TypeTree::Kind::vec)
      return tree.count() <= 1 || magnitude(tree.stride_bytes()) >= true_extent(tree.child());
    std::vector<Part> parts;
    for (std::size_t i = 0; i < tree.displacements().size(); ++i) {
      const TypeTree &child = tree.kind() == TypeTree::Kind::struc ? tree.children()[i] : tree.child();
      if (child.element_count() == 0)
        continue;
      const std::int64_t at = tree.displacements()[i];
      Part part = {at + child.true_lower_bound(), at + child.true_upper_bound()};
      if (tree.kind() == TypeTree::Kind::idxbuc) {
        const std::int64_t size = tree.bucket_sizes()[i];
        if (size == 0)
          continue;
        if (size > 1 && magnitude(tree.stride_bytes()) < true_extent(child))
          return false;
        const std::int64_t reach = (size - 1) * tree.stride_bytes();
        part.from += std::min<std::int64_t>(reach, 0);
        part.to += std::max<std::int64_t>(reach, 0);
      }
      parts.push_back(part);
    }
    std::ranges::sort(parts, {}, &Part::from);
    return std::ranges::adjacent_find(parts, [](Part a, Part b) { return b.from < a.to; }) == parts.end();
  }

  static std::int64_t magnitude(std::int64_t x) { return x < 0 ? -x : x; }

  std::unordered_map<const void *, bool> known_;
};

} // namespace

std::optional<bool> has_overlap(const TypeTree &tree, std::int64_t extent_bytes, std::int64_t count) {
  constexpr std::int64_t most_elements = 1 << 20;
  try {
    const TypeTree whole = count > 1 ? TypeTree::vec(count, extent_bytes, tree) : tree;
    if (Apart()(whole))
      return false;
    if (whole.element_count() > most_elements)
      return std::nullopt;
    auto map = layout::flatten(whole);
    std::ranges::sort(map, {}, &TypeMapEntry::displacement);
    return std::ranges::adjacent_find(map, [](const TypeMapEntry &a, const TypeMapEntry &b) {
             return b.displacement < a.displacement + a.type.size_bytes;
           }) != map.end();
  } catch (const std::exception &) { // more bytes than 64 bits can count, or no memory
    return std::nullopt;
  }
}

} // namespace automap::check
