// The sequence of parts that the solver works on, as tokens, with the questions about a segment that need no solving.
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
  Index most = 0; // how often the commonest distance occurs
  std::int64_t commonest = 0;
  bool all_equal = false;
};

/// The tokens of a sequence. Segments are [begin, begin + length). If a segment consists of blocks, its length is a
/// multiple of `block` elements.
class TokenSequence {
public:
  /// Keeps a reference to `sequence`, which must not be empty.
  explicit TokenSequence(const std::vector<PlacedPart> &sequence);

  Index size() const { return static_cast<Index>(sequence_.size()); }
  std::span<const Index> tokens() const { return tokens_; }
  const TokenHashes &hashes() const { return hashes_; }
  std::size_t part(Index at) const { return sequence_[at].part; }

  /// Returns the displacement in bytes.
  std::int64_t displacement(Index at) const { return sequence_[at].displacement; }
  std::int64_t distance(Index from, Index to) const { return displacement(to) - displacement(from); }

  /// Whether the segment is elements of one part at equal distances.
  bool is_arithmetic(Index begin, Index length) const {
    return same_part_[begin] >= length && (length < 3 || hashes_.run_length(begin) >= length - 1);
  }

  /// Returns the hash of the tokens in a segment.
  std::uint64_t hash(Index begin, Index length) const { return hashes_.hash(begin, length - 1); }

  /// Whether two segments of `length` > 1 elements are equal up to a shift.
  bool same(Index a, Index b, Index length) const;

  /// Whether the blocks of `block` elements that the segment consists of are equal up to a shift.
  bool repeats(Index begin, Index length, Index block) const;

  /// Returns the distances between the blocks of a segment, which must be equal up to a shift.
  Gaps gaps(Index begin, Index length, Index block) const;

  /// Returns how often the token between blocks of the segment differs from the next one of its kind, or any number
  /// above `most` if there are more; nothing if the blocks differ. At least half of it are distances other than the
  /// commonest one.
  std::optional<Index> breaks(Index begin, Index length, Index block, Index most) const;

  /// Returns a place to cut the `period` elements at `begin`, which are followed by equal ones: the number of elements
  /// up to the end of a token that occurs once in the period. The token that joins the period to the next one counts,
  /// too, and gives 0. Returns none if there is no such token.
  Index find_cut(Index begin, Index period) const;

private:
  const std::vector<PlacedPart> &sequence_;
  std::vector<Index> tokens_;
  TokenHashes hashes_;
  std::vector<Index> changes_;        // how many tokens up to here differ from their predecessor
  std::vector<Index> same_part_;      // how many elements from here on are of one part
  mutable std::vector<Index> counts_; // a count for each token; all 0 between uses
};

} // namespace automap::layout
