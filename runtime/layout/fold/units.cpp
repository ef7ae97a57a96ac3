// Units, and searches for one sequence of units in another. See units.h.
#include "units.h"

#include "layout/checked.h"
#include "layout/dag.h"
#include "layout/mersenne61.h"

#include <algorithm>
#include <unordered_map>

namespace automap::layout {
namespace {

// Results of polynomial hashes must be compared unit by unit.
constexpr std::uint64_t base = 0x1B873593CC9E2D51 % mersenne61::prime;

/// Returns the units of `node`, none if there are more than `limit`.
Units units_of(const TypeTree &node, const std::unordered_map<const void *, std::uint32_t> &numbers,
               std::size_t limit) {
  if (node.kind() == TypeTree::Kind::leaf)
    return {};
  Units out;
  const auto add = [&](std::int64_t at, std::int64_t copies, const TypeTree &child) {
    if (copies == 0)
      return true;
    if (child.element_count() == 0 || static_cast<std::uint64_t>(copies) > limit - out.size())
      return false;
    const std::uint32_t number = numbers.at(child.node_address());
    for (std::int64_t i = 0; i < copies; ++i)
      out.push_back({checked_add(at, checked_multiply(i, node.stride_bytes())), number});
    return true;
  };
  bool complete = true;
  if (node.kind() == TypeTree::Kind::vec)
    complete = add(0, node.count(), node.child());
  for (std::size_t i = 0; complete && i < node.displacements().size(); ++i)
    complete = add(node.displacements()[i], node.bucket_sizes().empty() ? 1 : node.bucket_sizes()[i],
                   node.kind() == TypeTree::Kind::struc ? node.children()[i] : node.child());
  if (!complete || out.size() < 2)
    return {};
  return out;
}

} // namespace

Sequences::Sequences(const TypeTree &root) : nodes(children_first(root)), units(nodes.size()) {
  std::unordered_map<const void *, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    numbers.emplace(nodes[i].node_address(), i);
  // Vecs come last. They may be long, and only those matter that can occur in a node whose units are listed one by one.
  std::size_t longest_list = 0, left = most_units;
  for (const bool vecs : {false, true})
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if ((nodes[i].kind() == TypeTree::Kind::vec) == vecs) {
        units[i] = units_of(nodes[i], numbers, std::min(left, vecs ? longest_list : longest_units));
        left -= units[i].size();
        if (!vecs)
          longest_list = std::max(longest_list, units[i].size());
      }
}

std::int64_t gap(const Units &units, std::size_t k) { return checked_subtract(units[k].at, units[k - 1].at); }

bool same_tree(const Units &units, std::size_t k) { return units[k].tree == units[k - 1].tree; }

std::optional<std::int64_t> most_frequent_gap(const Units &units) {
  std::vector<std::int64_t> gaps;
  for (std::size_t k = 1; k < units.size(); ++k)
    if (same_tree(units, k))
      gaps.push_back(gap(units, k));
  std::ranges::sort(gaps);
  std::optional<std::int64_t> best;
  std::ptrdiff_t most = 0;
  for (auto first = gaps.begin(); first != gaps.end();) {
    const auto last = std::upper_bound(first, gaps.end(), *first);
    if (last - first > most) {
      most = last - first;
      best = *first;
    }
    first = last;
  }
  return best;
}

bool occurs_at(const Units &units, std::size_t begin, const Units &pattern) {
  if (begin + pattern.size() > units.size() || units[begin].tree != pattern[0].tree)
    return false;
  for (std::size_t k = 1; k < pattern.size(); ++k)
    if (units[begin + k].tree != pattern[k].tree || gap(units, begin + k) != gap(pattern, k))
      return false;
  return true;
}

StretchHashes::StretchHashes(const Units &units) : prefixes_(units.size()), powers_(units.size(), 1) {
  using namespace mersenne61;
  for (std::size_t k = 1; k < units.size(); ++k) {
    std::uint64_t token = (std::uint64_t{units[k - 1].tree} << 32 | units[k].tree) % prime;
    token = add(multiply(token, base), static_cast<std::uint64_t>(gap(units, k)) % prime);
    prefixes_[k] = add(multiply(prefixes_[k - 1], base), token);
    powers_[k] = multiply(powers_[k - 1], base);
  }
}

std::uint64_t StretchHashes::of(std::size_t begin, std::size_t length) const {
  using namespace mersenne61;
  return subtract(prefixes_[begin + length - 1], multiply(prefixes_[begin], powers_[length - 1]));
}

Patterns::Patterns(const std::vector<Units> &sequences) {
  for (std::size_t i = 0; i < sequences.size(); ++i)
    if (const Units &units = sequences[i]; !units.empty())
      by_length_[units.size()].emplace_back(StretchHashes(units).of(0, units.size()), i);
  for (auto &[length, patterns] : by_length_)
    std::ranges::sort(patterns);
}

void Patterns::find(const Units &units, std::size_t &windows,
                    const std::function<void(std::size_t, std::size_t)> &found) const {
  const StretchHashes hashes(units);
  for (auto entry = by_length_.rbegin(); entry != by_length_.rend(); ++entry) {
    const auto &[length, patterns] = *entry;
    if (length > units.size())
      continue;
    const std::size_t count = units.size() - length + 1;
    if (count > windows)
      return;
    windows -= count;
    for (std::size_t begin = 0; begin < count; ++begin) {
      const std::uint64_t hash = hashes.of(begin, length);
      for (auto at = std::ranges::lower_bound(patterns, std::pair(hash, std::size_t{0}));
           at != patterns.end() && at->first == hash; ++at)
        found(begin, at->second);
    }
  }
}

} // namespace automap::layout
