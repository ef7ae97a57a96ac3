// Layouts that are hard to compress: random ones, and words that repeat often but never for long. See layouts.h.
#include "layout_makers.h"

#include <bit>

namespace automap::test {
namespace {

using Word = std::vector<unsigned>;

/// Returns a prefix of the fixed point of a -> ab, b -> a, which has squares and cubes everywhere but no fourth power.
Word fibonacci(std::size_t length) {
  Word word = {0};
  for (std::size_t i = 0; word.size() < length; ++i) {
    // The image of each letter follows the images of the letters before it; the image of the first begins with itself.
    if (i > 0)
      word.push_back(0);
    if (word[i] == 0)
      word.push_back(1);
  }
  word.resize(length);
  return word;
}

/// Returns the word whose letter i is the parity of i's bits: nothing occurs three times in a row.
Word thue_morse(std::size_t length) {
  Word word(length);
  for (std::size_t i = 0; i < length; ++i)
    word[i] = static_cast<unsigned>(std::popcount(i) % 2);
  return word;
}

/// Returns the lexicographically least binary de Bruijn sequence, in which each word of its order occurs once. It joins
/// the Lyndon words whose length divides the order, which Duval's algorithm lists.
Word de_bruijn_word(std::size_t length) {
  const auto order = static_cast<std::size_t>(std::bit_width(length));
  Word sequence, lyndon = {0};
  while (!lyndon.empty()) {
    if (order % lyndon.size() == 0)
      sequence.insert(sequence.end(), lyndon.begin(), lyndon.end());
    for (std::size_t i = 0; lyndon.size() < order; ++i)
      lyndon.push_back(lyndon[i]);
    while (!lyndon.empty() && lyndon.back() == 1)
      lyndon.pop_back();
    if (!lyndon.empty())
      lyndon.back() = 1;
  }
  sequence.resize(length);
  return sequence;
}

/// Returns integers whose gaps the letters choose: after each but the last, none or one integer is left out.
TypeMap with_gaps(const Word &word) {
  TypeMap map = {{integer, 0}};
  for (const unsigned letter : word)
    map.push_back({integer, map.back().displacement + (letter == 0 ? 4 : 8)});
  return map;
}

/// Returns adjacent elements whose types are the letters.
TypeMap with_types(const Word &word) {
  TypeMap map;
  for (const unsigned letter : word)
    map.push_back({letter == 0 ? integer : single, static_cast<std::int64_t>(map.size()) * 4});
  return map;
}

TypeMap with_random_gaps(std::size_t n, std::int64_t different, unsigned seed) {
  Random random(seed);
  TypeMap map = {{integer, 0}};
  while (map.size() < n)
    map.push_back({integer, map.back().displacement + 4 * (1 + random.below(different))});
  return map;
}

} // namespace

/// Structs of three kinds in random order.
TypeMap mixed_structs(std::size_t n) {
  const StructLayout kinds[] = {StructLayout().add(real, 3).add(integer), StructLayout().add(integer).add(real),
                                StructLayout().add(short_integer, 4).add(real, 2).add(character)};
  Random random(3);
  TypeMap map;
  for (std::int64_t at = 0; map.empty() || map.size() + 7 <= n;) {
    const StructLayout &kind = kinds[random.below(3)];
    kind.append_to(map, at);
    at += kind.extent();
  }
  return map;
}

TypeMap random_gaps(std::size_t n) { return with_random_gaps(n, 1000, 1000); }

TypeMap two_random_gaps(std::size_t n) { return with_random_gaps(n, 2, 2); }

TypeMap random_types(std::size_t n) {
  constexpr BasicType types[] = {character, short_integer, integer, real};
  Random random(4);
  StructLayout record;
  for (std::size_t i = 0; i < n; ++i)
    record.add(types[random.below(4)]);
  TypeMap map;
  record.append_to(map, 0);
  return map;
}

TypeMap fibonacci_gaps(std::size_t n) { return with_gaps(fibonacci(n - 1)); }
TypeMap fibonacci_types(std::size_t n) { return with_types(fibonacci(n)); }
TypeMap thue_morse_gaps(std::size_t n) { return with_gaps(thue_morse(n - 1)); }
TypeMap thue_morse_types(std::size_t n) { return with_types(thue_morse(n)); }
TypeMap de_bruijn(std::size_t n) { return with_gaps(de_bruijn_word(n - 1)); }

} // namespace automap::test
