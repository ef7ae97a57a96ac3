// Token sequences. See token_sequence.h.
#include "token_sequence.h"

#include <algorithm>
#include <unordered_map>

namespace automap::layout {
namespace {

/// An element, the next one, and their distance.
struct Token {
  std::size_t part = 0, next_part = 0;
  std::int64_t distance = 0;

  friend bool operator==(const Token &, const Token &) = default;
};

struct HashOfToken {
  std::size_t operator()(const Token &token) const {
    std::uint64_t hash = static_cast<std::uint64_t>(token.distance);
    for (const std::size_t part : {token.part, token.next_part})
      hash = (hash ^ part) * 0x9e37'79b9'7f4a'7c15 ^ (hash >> 29);
    return hash;
  }
};

std::vector<Index> make_tokens(const std::vector<PlacedPart> &sequence) {
  std::unordered_map<Token, Index, HashOfToken> ids;
  std::vector<Index> tokens;
  tokens.reserve(sequence.size());
  for (std::size_t t = 0; t + 1 < sequence.size(); ++t) {
    const Token token{sequence[t].part, sequence[t + 1].part, sequence[t + 1].displacement - sequence[t].displacement};
    tokens.push_back(ids.try_emplace(token, static_cast<Index>(ids.size())).first->second);
  }
  return tokens;
}

} // namespace

TokenSequence::TokenSequence(const std::vector<PlacedPart> &sequence)
    : sequence_(sequence), tokens_(make_tokens(sequence)), hashes_(tokens_), counts_(tokens_.size(), 0) {
  changes_.assign(size(), 0);
  for (Index t = 1; t + 1 < size(); ++t)
    changes_[t] = changes_[t - 1] + (tokens_[t] != tokens_[t - 1] ? 1 : 0);
  same_part_.assign(size(), 1);
  for (Index t = size() - 1; t-- > 0;)
    if (sequence_[t].part == sequence_[t + 1].part)
      same_part_[t] = same_part_[t + 1] + 1;
}

bool TokenSequence::same(Index a, Index b, Index length) const {
  return std::equal(tokens_.begin() + a, tokens_.begin() + a + length - 1, tokens_.begin() + b);
}

bool TokenSequence::repeats(Index begin, Index length, Index block) const {
  if (block == 1)
    return same_part_[begin] >= length;
  for (Index at = begin; at + 2 * block <= begin + length; at += block)
    if (!same(at, at + block, block))
      return false;
  return true;
}

Gaps TokenSequence::gaps(Index begin, Index length, Index block) const {
  // The blocks are equal, so the token between two of them determines their distance.
  Gaps out;
  const Index last = begin + length - block;
  for (Index at = begin; at < last; at += block)
    if (const Index times = ++counts_[tokens_[at + block - 1]]; times > out.most) {
      out.most = times;
      out.commonest = distance(at, at + block);
    }
  for (Index at = begin; at < last; at += block)
    counts_[tokens_[at + block - 1]] = 0;
  out.all_equal = out.most == length / block - 1;
  return out;
}

std::optional<Index> TokenSequence::breaks(Index begin, Index length, Index block, Index most) const {
  if (block == 1)
    return same_part_[begin] >= length ? std::optional(changes_[begin + length - 2] - changes_[begin]) : std::nullopt;
  const Index end = begin + length - 1 - block; // the end of the tokens that have a partner
  Index count = 0;
  for (Index at = begin; at < end; ++at) {
    at += hashes_.forward(at, at + block);
    if (at >= end)
      break;
    if ((at - begin + 1) % block != 0)
      return std::nullopt;
    if (++count > most)
      break;
  }
  return count;
}

Index TokenSequence::find_cut(Index begin, Index period) const {
  const auto tokens = std::span(tokens_).subspan(begin, period);
  for (const Index token : tokens)
    ++counts_[token];
  // The place at which the run begins is preferred: this is where people cut.
  Index cut = counts_[tokens.back()] == 1 ? 0 : none;
  for (Index t = 0; t < period && cut == none; ++t)
    if (counts_[tokens[t]] == 1)
      cut = t + 1;
  for (const Index token : tokens)
    counts_[token] = 0;
  return cut;
}

} // namespace automap::layout
