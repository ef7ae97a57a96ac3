// Hashes of type maps. See type_map_hash.h.
//
// The elements (t_1, d_1) … (t_n, d_n) hash to the sum of (v(t_i) + d_i) b^(n-i) modulo 2^61 - 1. Moving a map by s
// adds s (b^(n-1) + … + 1). Therefore equally spaced copies take as many steps as their number has binary digits.
#include "type_map_hash.h"

#include "dag.h"
#include "mersenne61.h"

#include <unordered_map>

namespace automap::layout {
namespace {

using namespace mersenne61;

constexpr std::uint64_t map_base = 0x0c3a'5c85'c97c'b127, type_base = 0x1b87'3593'cc9e'2d51;

std::uint64_t residue(std::int64_t bytes) {
  const auto magnitude = bytes < 0 ? -static_cast<std::uint64_t>(bytes) : static_cast<std::uint64_t>(bytes);
  return bytes < 0 ? subtract(0, magnitude % prime) : magnitude % prime;
}

/// The hash of a map of n elements, by default of the empty one.
struct Hash {
  std::uint64_t power = 1; // b^n
  std::uint64_t ones = 0;  // b^(n-1) + … + 1
  std::uint64_t value = 0;

  friend bool operator==(const Hash &, const Hash &) = default;
};

Hash concatenated(const Hash &a, const Hash &b) {
  return {multiply(a.power, b.power), add(multiply(a.ones, b.power), b.ones), add(multiply(a.value, b.power), b.value)};
}

Hash moved(const Hash &hash, std::uint64_t bytes) {
  return {hash.power, hash.ones, add(hash.value, multiply(bytes, hash.ones))};
}

Hash repeated(const Hash &hash, std::int64_t times, std::uint64_t stride) {
  Hash out;
  const auto count = static_cast<std::uint64_t>(times);
  for (int digit = 62; digit >= 0; --digit) {
    const std::uint64_t so_far = count >> digit >> 1;
    out = concatenated(out, moved(out, multiply(so_far % prime, stride)));
    if (count >> digit & 1)
      out = concatenated(out, moved(hash, multiply(2 * so_far % prime, stride)));
  }
  return out;
}

Hash hash_of(const TypeTree &root) {
  std::unordered_map<const void *, Hash> hashes;
  for (const TypeTree &tree : children_first(root)) {
    Hash out;
    const auto child = [&](std::size_t i) { return hashes.at(tree.children()[i].node_address()); };
    switch (tree.kind()) {
    case TypeTree::Kind::leaf: {
      const auto type = static_cast<std::uint64_t>(tree.basic_type().id) << 32 | tree.basic_type().size_bytes;
      out = {map_base, 1, power(type_base, type + 1)};
      break;
    }
    case TypeTree::Kind::vec:
      out = repeated(child(0), tree.count(), residue(tree.stride_bytes()));
      break;
    case TypeTree::Kind::idx:
    case TypeTree::Kind::idxbuc:
    case TypeTree::Kind::struc:
      for (std::size_t i = 0; i < tree.displacements().size(); ++i) {
        const Hash piece = tree.kind() == TypeTree::Kind::struc ? child(i)
                           : tree.kind() == TypeTree::Kind::idx
                               ? child(0)
                               : repeated(child(0), tree.bucket_sizes()[i], residue(tree.stride_bytes()));
        out = concatenated(out, moved(piece, residue(tree.displacements()[i])));
      }
      break;
    }
    hashes.emplace(tree.node_address(), out);
  }
  return hashes.at(root.node_address());
}

} // namespace

bool have_one_type_map(const TypeTree &a, const TypeTree &b) {
  return a.element_count() == b.element_count() && hash_of(a) == hash_of(b);
}

} // namespace automap::layout
