// Elements within words. See words.h.
//
// Each node has a set of places in a word at which its stream may begin. Its children begin at fixed distances from
// there, and copies of it begin at no more different places than a word has bytes.
#include "words.h"

#include "../dag.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace automap::layout {
namespace {

class Words {
public:
  /// A set of places: bit r is set if all elements lie within words when the stream begins at byte r of a word.
  using Begins = unsigned;

  explicit Words(int word_bytes) : word_(word_bytes) {}

  Begins find_begins(const TypeTree &tree) {
    for (const TypeTree &node : children_first(tree))
      known_.emplace(node.node_address(), begins_of(node));
    return known_.at(tree.node_address());
  }

  bool has(Begins begins, std::int64_t byte) const { return begins >> (byte % word_) & 1; }

private:
  template <typename Predicate> Begins collect(Predicate is_right) const {
    Begins out = 0;
    for (int byte = 0; byte < word_; ++byte)
      out |= Begins{is_right(byte)} << byte;
    return out;
  }

  Begins begins_of(const TypeTree &node) const {
    if (node.element_count() == 0)
      return collect([](int) { return true; });
    if (node.kind() == TypeTree::Kind::leaf)
      return collect([&](int byte) { return byte + node.data_bytes() <= word_; });
    if (node.kind() != TypeTree::Kind::struc) {
      const std::int64_t size = node.child().data_bytes();
      return begins_of_copies(known_.at(node.child().node_address()), size, node.data_bytes() / size);
    }
    Begins out = ~Begins{};
    std::int64_t at = 0;
    for (const TypeTree &child : node.children()) {
      out &= moved(known_.at(child.node_address()), at);
      at += child.data_bytes();
    }
    return out;
  }

  /// Returns the places for a part that comes `bytes` after the begin.
  Begins moved(Begins begins, std::int64_t bytes) const {
    return collect([&](int byte) { return has(begins, byte + bytes % word_); });
  }

  Begins begins_of_copies(Begins begins, std::int64_t size, std::int64_t count) const {
    Begins out = ~Begins{};
    for (std::int64_t i = 0; i < std::min<std::int64_t>(count, word_); ++i)
      out &= moved(begins, i * (size % word_));
    return out;
  }

  int word_;
  std::unordered_map<const void *, Begins> known_;
};

} // namespace

std::int64_t most_within_words(const TypeTree &tree, int word_bytes) {
  Words words(word_bytes);
  const Words::Begins begins = words.find_begins(tree);
  for (std::int64_t i = 0; i < word_bytes; ++i) // further layouts begin where earlier ones did
    if (!words.has(begins, i * (tree.data_bytes() % word_bytes)))
      return i;
  return std::numeric_limits<std::int64_t>::max();
}

} // namespace automap::layout
