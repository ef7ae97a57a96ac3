// The signatures on which hashes are measured: those of "Runtime Checking of Datatype Signatures in MPI" (Gropp),
// section 3.2, and generated ones, all different.
#pragma once

#include "layout/signature.h"

#include "paper_signature.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace automap::test {

/// A signature of the paper's patterns, with types i and j:
///   (4)  n: i     (5)  m: (1: i, n-1: j)     (6)  1: i, m: (1: i, n-1: j)
struct Pattern {
  int number = 4;
  layout::BasicTypeId i, j;
  std::int64_t n = 1, m = 1;
};

/// Returns the patterns of all types, n > 1 and m > 0. They are different signatures if i != j.
std::vector<Pattern> patterns(std::span<const layout::BasicTypeId> types, std::span<const std::int64_t> n,
                              std::span<const std::int64_t> m);

/// Returns the 4,625 patterns of the paper, which gives neither its types nor its n and m. This choice consists of (4)
/// for 5 values of n, and of (5) and (6) for 20 pairs of types, 5 values of n and 23 of m. It has the right size and
/// comes closest to the paper's figures of all families that were tried.
inline constexpr std::array<layout::BasicTypeId, 5> paper_types = {
    layout::BasicTypeId::CHAR, layout::BasicTypeId::SHORT, layout::BasicTypeId::INT, layout::BasicTypeId::FLOAT,
    layout::BasicTypeId::DOUBLE};
inline constexpr std::array<std::int64_t, 5> paper_n = {4, 8, 16, 32, 64};
inline constexpr std::int64_t paper_first_m = 2, paper_last_m = 24;
std::vector<Pattern> paper_patterns();

/// Numbers of the basic types in paper_types: small (below 32) and medium (below 2^16).
using Numbers = std::array<std::uint32_t, paper_types.size()>;
inline constexpr Numbers small_numbers = {1, 2, 3, 4, 5};
inline constexpr Numbers medium_numbers = {13151, 30423, 35717, 51631, 58193};

/// Returns the values of the signatures under the paper's hash; signature_of() uses ours. The paper's values have the
/// length after the word.
std::vector<std::array<std::uint64_t, 2>>
paper_values(std::span<const Pattern> signatures, const layout::paper::Operators &operators, const Numbers &numbers);
layout::Signature signature_of(const Pattern &pattern);

/// The figures of Table 1, in percent.
struct Quality {
  double collisions = 0; // signatures that share their value with another one, relative to all signatures
  double duplicates = 0; // values that several signatures have, relative to all values
};

template <typename Value> Quality quality_of(std::vector<Value> values) {
  std::ranges::sort(values);
  std::size_t distinct = 0, duplicated = 0, sharing = 0;
  for (std::size_t begin = 0, end; begin < values.size(); begin = end) {
    for (end = begin + 1; end < values.size() && values[end] == values[begin]; ++end) {
    }
    ++distinct;
    duplicated += end - begin > 1;
    sharing += end - begin > 1 ? end - begin : 0;
  }
  const auto percent = [](std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  return {percent(sharing, values.size()), percent(duplicated, distinct)};
}

/// A row of Table 1: the paper's figures, and the operators and numbers chosen for it.
struct PaperRow {
  const char *plus, *shift, *operand;
  layout::paper::Operators operators;
  const Numbers &numbers;
  Quality paper;
};
std::span<const PaperRow> paper_rows();

/// Returns the hashes of generated signatures that are all different, without the lengths, which would distinguish most
/// of them. The signatures are patterns (4) to (6) of 12 types with n up to `n` and m up to `m`.
std::vector<std::uint64_t> hashes_of_patterns(std::int64_t n, std::int64_t m);
/// Returns the hashes of all sequences of `length` elements of 4 types.
std::vector<std::uint64_t> hashes_of_words(int length);
/// Returns the hashes of at most `count` random messages of 10^9 MPI_DOUBLE of which two elements are replaced.
std::vector<std::uint64_t> hashes_of_long_messages(std::size_t count, unsigned seed);

} // namespace automap::test
