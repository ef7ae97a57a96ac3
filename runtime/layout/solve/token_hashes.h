// Comparisons of two places of a token sequence in O(log n), by polynomial hashes modulo 2^61 - 1 of all prefixes.
//
// Equal segments have equal hashes. If equal hashes must mean equal segments, compare the tokens, too.
#pragma once

#include "layout/mersenne61.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace automap::layout {

class TokenHashes {
public:
  /// Keeps a view of `tokens`.
  explicit TokenHashes(std::span<const std::uint32_t> tokens) : tokens_(tokens) {
    using namespace mersenne61;
    hashes_.reserve(tokens.size() + 1);
    powers_.reserve(tokens.size() + 1);
    hashes_.push_back(0);
    powers_.push_back(1);
    for (const std::uint32_t token : tokens) {
      hashes_.push_back(add(multiply(hashes_.back(), base), token + std::uint64_t{1}));
      powers_.push_back(multiply(powers_.back(), base));
    }
    run_after_.assign(tokens.size(), 1);
    run_before_.assign(tokens.size(), 1);
    for (std::size_t t = 1; t < tokens.size(); ++t)
      if (tokens[t] == tokens[t - 1])
        run_before_[t] = run_before_[t - 1] + 1;
    for (std::size_t t = tokens.size(); t-- > 1;)
      if (tokens[t] == tokens[t - 1])
        run_after_[t - 1] = run_after_[t] + 1;
  }

  /// Returns how many tokens from `at` on are equal to each other.
  std::uint32_t run_length(std::uint32_t at) const { return run_after_[at]; }

  /// Returns the hash of the tokens [begin, begin + length).
  std::uint64_t hash(std::uint32_t begin, std::uint32_t length) const {
    using namespace mersenne61;
    return subtract(hashes_[begin + length], multiply(hashes_[begin], powers_[length]));
  }

  /// Returns how many tokens from `a` on equal those from b > a on.
  std::uint32_t forward(std::uint32_t a, std::uint32_t b) const {
    const auto limit = static_cast<std::uint32_t>(tokens_.size()) - b;
    std::uint32_t known = 0;
    for (int runs = 0; runs < 16; ++runs) {
      if (known == limit || tokens_[a + known] != tokens_[b + known])
        return known;
      known += std::min(run_after_[a + known], run_after_[b + known]);
    }
    return extend(known, limit,
                  [&](std::uint32_t from, std::uint32_t length) { return same(a + from, b + from, length); });
  }

  /// Returns how many tokens before `a`, but not before `floor`, equal those before b > a.
  std::uint32_t backward(std::uint32_t a, std::uint32_t b, std::uint32_t floor) const {
    const std::uint32_t limit = a - floor;
    std::uint32_t known = 0;
    for (int runs = 0; runs < 16; ++runs) {
      if (known >= limit || tokens_[a - 1 - known] != tokens_[b - 1 - known])
        return std::min(known, limit);
      known += std::min(run_before_[a - 1 - known], run_before_[b - 1 - known]);
    }
    return extend(std::min(known, limit), limit, [&](std::uint32_t from, std::uint32_t length) {
      return same(a - from - length, b - from - length, length);
    });
  }

private:
  static constexpr std::uint64_t base = 0x1d3f'9a5c'71e4'b207 % mersenne61::prime;

  bool same(std::uint32_t a, std::uint32_t b, std::uint32_t length) const {
    using namespace mersenne61;
    const std::uint64_t ends = subtract(hashes_[a + length], hashes_[b + length]);
    const std::uint64_t begins = subtract(hashes_[a], hashes_[b]);
    return ends == multiply(begins, powers_[length]);
  }

  /// Extends the known length by doubling and halving steps.
  template <typename Same> static std::uint32_t extend(std::uint32_t known, std::uint32_t limit, Same same) {
    std::uint32_t step = 16;
    while (step <= limit - known && same(known, step)) {
      known += step;
      step *= 2;
    }
    for (; step > 0; step /= 2)
      if (step <= limit - known && same(known, step))
        known += step;
    return known;
  }

  std::span<const std::uint32_t> tokens_;
  std::vector<std::uint64_t> hashes_, powers_;
  /// The lengths of runs of one token from here on, and up to here.
  std::vector<std::uint32_t> run_after_, run_before_;
};

} // namespace automap::layout
