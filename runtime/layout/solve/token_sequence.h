// The sequence of parts that the solver works on, as tokens: what can be asked of a segment without solving
// it.
#pragma once

#include "layout/least_cost.h"
#include "token_hashes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace automap::layout {

/// An element's place in a sequence, or a number of elements.
using Index = std::uint32_t;
inline constexpr Index none = UINT32_MAX;

/// The distances from each block of a segment to the next.
struct Gaps {
  Index most = 0; // how often the commonest occurs
  std::int64_t commonest = 0;
  bool all_equal = false;
};

/// Segments are [begin, begin + length). A segment that is made up of blocks has a multiple of `block`
/// elements.
class TokenSequence {
public:
  /// Keeps a view of `sequence`, which is not empty.
  explicit TokenSequence(const std::vector<PlacedPart> &sequence);

  Index size() const { return static_cast<Index>(sequence_.size()); }
  std::span<const Index> tokens() const { return tokens_; }
  const TokenHashes &hashes() const { return hashes_; }
  std::size_t part(Index at) const { return sequence_[at].part; }

  /// In bytes.
  std::int64_t displacement(Index at) const { return sequence_[at].displacement; }
  std::int64_t distance(Index from, Index to) const { return displacement(to) - displacement(from); }

  /// Elements of one part at equal distances?
  bool is_arithmetic(Index begin, Index length) const {
    return same_part_[begin] >= length && (length < 3 || hashes_.alike_from(begin) >= length - 1);
  }

  /// The hash of the tokens in a segment.
  std::uint64_t hash(Index begin, Index length) const { return hashes_.hash(begin, length - 1); }

  /// Do two segments of `length` > 1 elements hold the same, up to a shift?
  bool same(Index a, Index b, Index length) const;

  /// Do the blocks of `block` elements that make up the segment hold the same?
  bool repeats(Index begin, Index length, Index block) const;

  /// Given that they do.
  Gaps gaps(Index begin, Index length, Index block) const;

  /// How often the token between blocks of the segment differs from the next one of its kind, or any number
  /// above `most` if that is exceeded; nothing if the blocks are not all the same. Half of it are distances
  /// other than the commonest, at least.
  std::optional<Index> breaks(Index begin, Index length, Index block, Index most) const;

  /// A place to cut the `period` elements at `begin`, which are followed by their like: the number of
  /// elements up to behind a token that occurs once in the period, the one that joins it to its like
  /// included; 0 stands for behind that one. none if there is no such token.
  Index find_cut(Index begin, Index period) const;

private:
  const std::vector<PlacedPart> &sequence_;
  std::vector<Index> tokens_;
  TokenHashes hashes_;
  std::vector<Index> changes_;        // how many tokens up to here differ from the one before
  std::vector<Index> same_part_;      // how many elements from here on are of one part
  mutable std::vector<Index> counts_; // by token; all 0 between uses
};

} // namespace automap::layout
