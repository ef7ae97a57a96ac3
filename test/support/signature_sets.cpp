// Sets of signatures. See signature_sets.h.
#include "signature_sets.h"

#include <numeric>
#include <random>

namespace automap::test {
namespace {

using layout::BasicTypeId;
using layout::Signature;
using layout::paper::Operators;
using layout::paper::Plus;

/// Computes the value of a pattern with the operations of a hash.
template <typename Hash> auto value_of(const Hash &hash, const Pattern &pattern) {
  const auto first = hash.basic(pattern.i);
  if (pattern.number == 4)
    return hash.repeat(first, pattern.n);
  const auto repeated =
      hash.repeat(hash.concatenate(first, hash.repeat(hash.basic(pattern.j), pattern.n - 1)), pattern.m);
  return pattern.number == 5 ? repeated : hash.concatenate(first, repeated);
}

struct PaperHash {
  const Operators &operators;
  const Numbers &numbers;

  layout::paper::Signature basic(BasicTypeId type) const {
    return {numbers[static_cast<std::size_t>(std::ranges::find(paper_types, type) - paper_types.begin())], 1};
  }
  auto concatenate(const auto &a, const auto &b) const { return layout::paper::combine(operators, a, b); }
  auto repeat(const auto &a, std::int64_t m) const { return layout::paper::repeat(operators, a, m); }
};

struct OurHash {
  Signature basic(BasicTypeId type) const { return Signature::of(type); }
  Signature concatenate(const Signature &a, const Signature &b) const { return layout::concatenate(a, b); }
  Signature repeat(const Signature &a, std::int64_t m) const { return layout::repeat(a, m); }
};

std::vector<std::int64_t> range(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(last - first + 1));
  std::iota(out.begin(), out.end(), first);
  return out;
}

} // namespace

std::vector<Pattern> patterns(std::span<const BasicTypeId> types, std::span<const std::int64_t> n,
                              std::span<const std::int64_t> m) {
  std::vector<Pattern> out;
  for (const BasicTypeId i : types)
    for (const std::int64_t copies : n) {
      out.push_back({4, i, i, copies, 1});
      for (const BasicTypeId j : types)
        for (const std::int64_t times : m)
          if (i != j)
            for (const int number : {5, 6})
              out.push_back({number, i, j, copies, times});
    }
  return out;
}

std::vector<Pattern> paper_patterns() { return patterns(paper_types, paper_n, range(paper_first_m, paper_last_m)); }

std::vector<std::array<std::uint64_t, 2>> paper_values(std::span<const Pattern> signatures, const Operators &operators,
                                                       const Numbers &numbers) {
  std::vector<std::array<std::uint64_t, 2>> out;
  for (const Pattern &pattern : signatures) {
    const auto value = value_of(PaperHash{operators, numbers}, pattern);
    out.push_back({value.word, static_cast<std::uint64_t>(value.n)});
  }
  return out;
}

Signature signature_of(const Pattern &pattern) { return value_of(OurHash(), pattern); }

std::span<const PaperRow> paper_rows() {
  static const PaperRow rows[] = {
      {"xor", "rotate 1", "small", {Plus::exclusive_or, 1}, small_numbers, {57.4, 13.4}},
      {"xor", "rotate 3", "small", {Plus::exclusive_or, 3}, small_numbers, {48.9, 10.5}},
      {"+", "rotate 1", "small", {Plus::add, 1}, small_numbers, {24.9, 11.5}},
      {"+", "rotate 3", "small", {Plus::add, 3}, small_numbers, {29.4, 10.3}},
      {"xor", "rotate 1", "medium", {Plus::exclusive_or, 1}, medium_numbers, {45.6, 9.8}},
      {"+", "rotate 1", "medium", {Plus::add, 1}, medium_numbers, {1.2, 0.58}},
  };
  return rows;
}

std::vector<std::uint64_t> hashes_of_patterns(std::int64_t n, std::int64_t m) {
  constexpr BasicTypeId types[] = {BasicTypeId::CHAR,    BasicTypeId::SHORT,    BasicTypeId::INT,
                                   BasicTypeId::LONG,    BasicTypeId::UNSIGNED, BasicTypeId::FLOAT,
                                   BasicTypeId::DOUBLE,  BasicTypeId::C_BOOL,   BasicTypeId::INT32_T,
                                   BasicTypeId::INT64_T, BasicTypeId::UINT8_T,  BasicTypeId::C_DOUBLE_COMPLEX};
  std::vector<std::uint64_t> out;
  for (const std::int64_t copies : range(2, n)) // one n at a time, to save memory
    for (const Pattern &pattern : patterns(types, std::span(&copies, 1), range(1, m)))
      out.push_back(signature_of(pattern).hash);
  return out;
}

std::vector<std::uint64_t> hashes_of_words(int length) {
  constexpr BasicTypeId letters[] = {BasicTypeId::INT, BasicTypeId::DOUBLE, BasicTypeId::CHAR, BasicTypeId::FLOAT};
  std::vector<Signature> words = {Signature()};
  for (int i = 0; i < length; ++i) {
    std::vector<Signature> longer;
    longer.reserve(words.size() * std::size(letters));
    for (const Signature &word : words)
      for (const BasicTypeId letter : letters)
        longer.push_back(concatenate(word, Signature::of(letter)));
    words = std::move(longer);
  }
  std::vector<std::uint64_t> out;
  for (const Signature &word : words)
    out.push_back(word.hash);
  return out;
}

std::vector<std::uint64_t> hashes_of_long_messages(std::size_t count, unsigned seed) {
  constexpr std::int64_t length = 1'000'000'000;
  std::mt19937_64 random(seed);
  const auto place = [&] { return static_cast<std::int64_t>(random() % length); };
  std::vector<std::array<std::int64_t, 2>> places(count);
  for (auto &two : places) {
    two = {place(), place()};
    std::ranges::sort(two);
  }
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  std::erase_if(places, [](const auto &two) { return two[0] == two[1]; });
  std::vector<std::uint64_t> out;
  for (const auto &[first, second] : places) {
    const auto doubles = [](std::int64_t n) { return Signature::of(BasicTypeId::DOUBLE, n); };
    const Signature one = Signature::of(BasicTypeId::INT);
    out.push_back(concatenate(concatenate(concatenate(doubles(first), one), doubles(second - first - 1)),
                              concatenate(one, doubles(length - second - 1)))
                      .hash);
  }
  return out;
}

} // namespace automap::test
