// Compares pack plans with the type map: as a whole, in parts, and with each kind of kernel.
#include "layout/pack/kernel.h"

#include "pack_checks.h"
#include "random_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <typeindex>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace automap::layout {
namespace {

TEST(Kernels, AreOthersWithOtherFeatures) {
  const TypeTree records = TypeTree::vec(100, 24, TypeTree::struc({0, 8}, {one_char, one_double}));
  const Dataloops loops(records, natural_bounds(records), Dataloops::Types::erased);
  std::set<std::type_index> kinds;
  std::size_t tried = 0;
  for (const CpuFeatures features : all_features()) {
    const std::unique_ptr<Kernel> kernel = kernel_for(loops, loops.one().loop, {}, features);
    ASSERT_TRUE(kernel);
    const Kernel &found = *kernel;
    kinds.insert(typeid(found));
    ++tried;
  }
  EXPECT_EQ(kinds.size(), tried);
}

TEST(Kernels, ForAvx512AreTested) {
  if (cpu_features() < CpuFeatures::avx512)
    GTEST_SKIP() << "AVX-512 kernels not tested: no such processor (emulated_avx512_tests emulates one)";
}

/// Data that spans more than the nearer caches is copied by special kernels.
TEST(Plans, OfLongArraysPackWhatTheTypeMapSays) {
  const TypeTree chars = TypeTree::vec(27, 1, one_char);
  const TypeTree record =
      TypeTree::struc({0, 8, 16, 24}, {one_char, one_double, one_int, TypeTree::vec(3, 4, one_int)});
  std::mt19937 random(1);
  struct Case {
    TypeTree element;
    std::int64_t extent, mib;
  };
  for (const auto &[element, extent, mib] :
       {Case{record, 120, 1}, Case{chars, -120, 1}, Case{TypeTree::vec(4, 8, one_double), 4096, 8},
        Case{one_double, 1048, 6}}) {
    SCOPED_TRACE(to_string(element) + " every " + std::to_string(extent) + " bytes");
    const std::int64_t count = (mib << 20) / std::abs(extent) + 1 + static_cast<std::int64_t>(random() % 64);
    check(element, {0, extent}, count, random);
  }
}

/// Records with long parts are copied part by part.
TEST(Plans, OfLongPiecesPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  for (const std::int64_t length : {30, 65, 200}) {
    const std::int64_t extent = 8 * length + 24;
    const TypeTree record =
        TypeTree::struc({0, 8, 8 * length + 16}, {one_char, TypeTree::vec(length, 8, one_double), one_int});
    for (const std::int64_t count : {1, 2, 9, 100})
      for (const std::int64_t sign : {1, -1}) {
        SCOPED_TRACE(std::to_string(count) + " x " + std::to_string(length) + " numbers");
        check(record, {0, sign * extent}, count, random);
        check(TypeTree::idx({0, 3 * extent, 2 * extent, 7 * extent}, record), {0, sign * 9 * extent}, count, random);
      }
  }
}

/// Planning takes time and memory by the size of the tree, not of the data.
TEST(Plans, OfAnyAmountOfDataAreMadeAtOnce) {
  const std::int64_t many = std::int64_t{1} << 50;
  for (const TypeTree &tree :
       {TypeTree::struc({0, 8}, {one_int, TypeTree::vec(many, 8, one_double)}),
        TypeTree::idx({0, 8 * many + 16, 16 * many + 24}, TypeTree::vec(many, 8, one_double)),
        TypeTree::struc({0, 4, 8, 8 * many + 8}, {one_int, one_char, TypeTree::vec(many, 8, one_double), one_char})})
    for (const CpuFeatures features : all_features())
      EXPECT_EQ(Plan(tree, natural_bounds(tree), features).size(), tree.data_bytes());
}

/// Long parts at large distances are written past the caches, in whole lines.
TEST(Plans, OfFarTilesPackWhatTheLoopsSay) {
  struct alignas(64) Line {
    std::int64_t words[8] = {};
    bool operator==(const Line &) const = default;
  };
  struct Loop {
    std::int64_t count, stride; // words
  };
  const Loop variables = {20, 1}, blocks = {36, 1 << 17}, planes = {3, 6944}, rows = {3, 2312}, cells = {96, 24};
  const Loop no_lines = {3, 2313};
  for (const std::vector<Loop> &loops :
       {std::vector{variables, blocks, planes, rows, cells}, std::vector{blocks, planes, variables, rows, cells},
        std::vector{blocks, variables, planes, no_lines, cells}}) {
    TypeTree tree = one_double;
    std::vector<std::int64_t> places = {0};
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const Loop inner = loops[loops.size() - 1 - i], outer = loops[i];
      tree = TypeTree::vec(inner.count, 8 * inner.stride, std::move(tree));
      std::vector<std::int64_t> more;
      for (const std::int64_t place : places)
        for (std::int64_t j = 0; j < outer.count; ++j)
          more.push_back(place + j * outer.stride);
      places = std::move(more);
    }
    const auto size = static_cast<std::int64_t>(8 * places.size());
    std::vector<std::int64_t> values(places.size());
    std::iota(values.begin(), values.end(), 1);
    for (const CpuFeatures features : all_features())
      for (const auto &[begin, from_line] : {std::pair<std::int64_t, std::int64_t>{0, 0}, {0, 1}, {size / 16 + 8, 0}}) {
        SCOPED_TRACE("features " + std::to_string(static_cast<int>(features)) + ", from " + std::to_string(begin) +
                     " on, " + std::to_string(from_line) + " words after a line");
        const Plan plan(tree, natural_bounds(tree), features);
        ASSERT_EQ(plan.size(), size);
        const std::int64_t most = std::ranges::max(places) + from_line;
        std::vector<Line> memory(static_cast<std::size_t>(most / 8 + 1)), expected(memory.size());
        const auto word = [&](std::vector<Line> &lines, std::int64_t place) -> std::int64_t & {
          place += from_line;
          return lines[static_cast<std::size_t>(place / 8)].words[place % 8];
        };
        const auto first = static_cast<std::size_t>(begin / 8);
        for (std::size_t i = first; i < places.size(); ++i)
          word(expected, places[i]) = values[i];
        plan.unpack(&values[first], begin, size, &word(memory, 0), 1);
        ASSERT_TRUE(memory == expected);
        std::vector<Line> packed((values.size() - first) / 8 + 2), expected_packed(packed.size());
        for (std::size_t i = first; i < values.size(); ++i)
          word(expected_packed, static_cast<std::int64_t>(i - first)) = values[i];
        plan.pack(&word(memory, 0), 1, begin, size, &word(packed, 0));
        ASSERT_TRUE(packed == expected_packed);
      }
  }
}

/// The kernels depend on the number of words in a record and on the number of records.
TEST(Plans, OfFewWordsPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  std::vector<std::int64_t> words = {0};
  for (std::int64_t step = 8; step < 48; step += 4) {
    const std::int64_t extent = words.back() + 16;
    for (const std::int64_t count : {1, 2, 3, 20})
      for (const std::int64_t sign : {1, -1}) {
        SCOPED_TRACE(std::to_string(count) + " x " + std::to_string(words.size()) + " words");
        check(TypeTree::idx(words, one_int), {0, sign * extent}, count, random);
      }
    words.push_back(words.back() + step);
  }
}

/// Every second, third and fourth element has special kernels.
TEST(Plans, OfEveryNthElementPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  for (const TypeTree &element : {one_char, TypeTree::leaf({BasicTypeId::SHORT, 2}), one_int, one_double})
    for (const std::int64_t step : {2, 3, 4, 5})
      for (const std::int64_t count : {1, 2, 5, 15, 16, 17, 31, 33, 64, 67, 130, 1001}) {
        const std::int64_t bytes = element.basic_type().size_bytes;
        SCOPED_TRACE(std::to_string(count) + " of every " + std::to_string(step) + " of " + std::to_string(bytes) +
                     " bytes");
        check(TypeTree::vec(count, step * bytes, element), {0, (count + 3) * step * bytes}, 1, random);
        check(TypeTree::vec(count, -step * bytes, element), {0, bytes}, 1, random);
      }
}

/// Tries about five words in any eight adjacent ones.
TEST(Plans, OfDenseWordsWithoutAPeriodPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  for (std::size_t count = 1; count < 400; count += 7) {
    std::vector<std::int64_t> places = {8};
    while (places.size() < count)
      places.push_back(places.back() + (random() % 100 < 55 ? 8 : 4));
    check(TypeTree::idx(places, one_int), {0, places.back() + 12}, 2, random);
  }
}

/// If the next element continues at the same distance, parts of several elements are blocks of one loop.
TEST(Plans, OfFewBlocksPackAnyRange) {
  const TypeTree tree = TypeTree::vec(4, 10, TypeTree::vec(2, 2, TypeTree::leaf({BasicTypeId::SHORT, 2})));
  for (const std::int64_t extent : {40, 50}) {
    constexpr std::int64_t count = 3, size = 16 * count;
    const auto places = displacements(tree, {0, extent}, count);
    std::vector<char> memory(static_cast<std::size_t>(count * extent));
    std::iota(memory.begin(), memory.end(), char{1});
    for (const CpuFeatures features : all_features()) {
      const Plan plan(tree, {0, extent}, features);
      for (std::int64_t begin = 0; begin < size; ++begin)
        for (std::int64_t end = begin + 1; end <= size; ++end) {
          std::vector<char> packed(static_cast<std::size_t>(end - begin)), target(memory.size()), wanted(memory.size());
          plan.pack(memory.data(), count, begin, end, packed.data());
          for (std::int64_t i = begin; i < end; ++i) {
            const auto place = static_cast<std::size_t>(places[static_cast<std::size_t>(i)]);
            ASSERT_EQ(packed[static_cast<std::size_t>(i - begin)], memory[place]) << begin << " to " << end;
            wanted[place] = memory[place];
          }
          plan.unpack(packed.data(), begin, end, target.data(), count);
          ASSERT_EQ(target, wanted) << begin << " to " << end;
        }
    }
  }
}

/// Records far apart or at offsets are handled in groups: by moves, or by a special kernel if they have long or many
/// parts.
TEST(Plans, OfFarRecordsPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  const TypeTree record =
      TypeTree::struc({0, 8, 16, 20, 24}, {one_char, one_double, one_int, one_char, TypeTree::vec(3, 4, one_int)});
  const auto bytes = [](std::int64_t length) { return TypeTree::vec(length, 1, one_char); };
  for (const TypeTree &few :
       {record, TypeTree::vec(2, 40, record), TypeTree::vec(9, 40, record), TypeTree::vec(14, 40, record),
        TypeTree::vec(23, 19, one_int), TypeTree::vec(34, 19, one_double), TypeTree::vec(3, 300, one_double),
        TypeTree::vec(3, 304, bytes(256)), TypeTree::vec(5, 200, bytes(100)),
        TypeTree::idx({0, 1000, 1400, 3000}, bytes(128))}) {
    SCOPED_TRACE(to_string(few));
    for (const auto &[count, stride] : {std::pair<std::int64_t, std::int64_t>{7, -4104}, {67, 4104}, {11, 8192}})
      check(few, {0, stride}, count, random);
    std::vector<std::int64_t> places;
    for (std::int64_t i = 0; i < 67; ++i)
      places.push_back(i * 3100 + static_cast<std::int64_t>(random() % 10) * 8);
    std::ranges::shuffle(places, random);
    check(TypeTree::idx(places, few), {0, 67 * 3100}, 1, random);
  }
}

/// The kernels depend on the length of blocks, and on whether they are alike and equally spaced.
TEST(Plans, OfBlocksOfAnyLengthPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  std::vector<std::int64_t> lengths(70);
  std::iota(lengths.begin(), lengths.end(), 1);
  for (const std::int64_t length : {128, 256, 512, 1024})
    lengths.insert(lengths.end(), {length - 1, length, length + 1});
  for (const std::int64_t length : lengths) {
    SCOPED_TRACE(std::to_string(length) + " bytes");
    const TypeTree block = TypeTree::vec(length, 1, one_char);
    check(block, {0, length + 3}, 3, random);
    check(TypeTree::idx({5, length + 6, 2 * length + 19}, block), {0, 3 * length + 25}, 2, random);
    check(TypeTree::idxbuc(1, {0, length + 4}, {length, 2 * length - 1}, one_char), {0, 3 * length + 9}, 2, random);
  }
}

/// Packs and unpacks `count` copies of `tree`, as a whole and in two halves, in memory that has only the pages of the
/// data.
void check_with_missing_pages(const TypeTree &tree, Bounds bounds, std::int64_t count) {
  const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
  const auto places = displacements(tree, bounds, count);
  const auto [low, high] = std::ranges::minmax(places);
  const std::int64_t before =
      (page - low % page) % page; // so that pages lie as they would for a base at a page's start
  const auto size = static_cast<std::size_t>(high - low + 2 * page);
  void *const all = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(all, MAP_FAILED);
  char *const base = moved(static_cast<char *>(all), page - before - low);
  std::vector<char> expected;
  for (const std::int64_t place : places) {
    char *const at = moved(base, place);
    ASSERT_EQ(mprotect(at - reinterpret_cast<std::uintptr_t>(at) % static_cast<std::uintptr_t>(page),
                       static_cast<std::size_t>(page), PROT_READ | PROT_WRITE),
              0);
    *at = static_cast<char>(expected.size() + 1);
    expected.push_back(*at);
  }
  for (const CpuFeatures features : all_features()) {
    const Plan plan(tree, bounds, features);
    for (const std::int64_t middle : {std::ssize(expected), std::ssize(expected) / 2}) {
      std::vector<char> packed(expected.size());
      plan.pack(base, count, 0, middle, packed.data());
      plan.pack(base, count, middle, std::ssize(packed), packed.data() + middle);
      EXPECT_EQ(packed, expected) << to_string(plan.loops());
      for (const std::int64_t place : places)
        *moved(base, place) = 0;
      plan.unpack(packed.data(), 0, middle, base, count);
      plan.unpack(packed.data() + middle, middle, std::ssize(packed), base, count);
      for (std::size_t i = 0; i < places.size(); ++i)
        ASSERT_EQ(*moved(base, places[i]), expected[i]) << to_string(plan.loops());
    }
  }
  munmap(all, size);
}

/// Whole pages may be missing between distant parts.
TEST(Plans, ReadNoMissingPage) {
  const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
  constexpr std::int64_t steps[] = {2, 3, 5, 2, 4, 7, 3, 2, 6, 2, 4};
  // A few words at the end of a page.
  std::vector<std::int64_t> one = {page - 4}, at_ends, equally_spaced, irregular;
  for (const std::int64_t before_end : {20, 12, 4}) {
    at_ends.push_back(page - before_end);
    for (std::int64_t i = 0, pages = 1; i < std::ssize(steps); pages += steps[i++]) {
      equally_spaced.push_back((1 + 4 * i) * page - before_end);
      irregular.push_back(pages * page - before_end);
    }
  }
  std::ranges::sort(equally_spaced);
  std::ranges::sort(irregular);
  struct Case {
    const std::vector<std::int64_t> &words;
    std::int64_t count;
  };
  for (const auto &[words, count] : {Case{at_ends, 11}, Case{equally_spaced, 1}, Case{irregular, 1}, Case{one, 11}}) {
    check_with_missing_pages(TypeTree::idx(words, one_int), {0, count == 1 ? 64 * page : 4 * page}, count);
  }
  // Records that end at the end of a page: at offsets, equally spaced, and single.
  const TypeTree record =
      TypeTree::struc({0, 8, 16, 20, 24, 28}, {one_char, one_double, one_int, one_char, one_char, one_char});
  std::vector<std::int64_t> places;
  for (const std::int64_t pages : {1, 3, 4, 7, 9, 13})
    places.push_back(pages * page - 29);
  check_with_missing_pages(TypeTree::idx(places, record), {0, 16 * page}, 2);
  for (const std::int64_t count : {1, 3, 40})
    check_with_missing_pages(TypeTree::idx({page - 29}, record), {0, 2 * page}, count);
  check_with_missing_pages(TypeTree::idx({page - 61}, TypeTree::vec(2, 32, record)), {0, 2 * page}, 3);
}

/// Tries displacements, strides and extents that need more than 32 bits.
TEST(Plans, ReachBeyond4GiB) {
  constexpr std::int64_t gib = std::int64_t{1} << 30;
  const TypeTree ints = TypeTree::vec(20, 8, one_int), list = TypeTree::idx({0, 12, 20, 44, 52, 60, 84}, one_int);
  const TypeTree record = TypeTree::struc({0, 8}, {one_char, one_double});
  const TypeTree many = TypeTree::vec(70, 8, one_int), // too many to be listed, so that structs stay structs
      records = TypeTree::vec(40, 24, record), columns = TypeTree::vec(9, 8, TypeTree::vec(9, 80, one_double));
  for (const std::int64_t far : {5 * gib + 3, -5 * gib - 3}) {
    check_with_missing_pages(TypeTree::idx({0, far, far + 3000}, one_int), {0, 1024}, 3);
    check_with_missing_pages(TypeTree::vec(9, 8, TypeTree::vec(17, far, one_double)), {0, 1024}, 3);
    check_with_missing_pages(TypeTree::vec(2, far, TypeTree::vec(2, 1024, columns)), {0, 1}, 1);
    for (const TypeTree &part : {one_double, ints, list, TypeTree::vec(9, 24, record), many, records, columns}) {
      check_with_missing_pages(TypeTree::idx({far}, part), {0, 1024}, 3);
      for (const std::int64_t count : {1, 3})
        check_with_missing_pages(TypeTree::struc({-far, 40, far}, {part, one_char, part}), {0, 1024}, count);
      check_with_missing_pages(TypeTree::vec(3, far, part), {-8, 1024}, 1);
      check_with_missing_pages(TypeTree::idx({0, far, far + 3000, 2 * far}, part), {0, 1}, 1);
      check_with_missing_pages(TypeTree::idxbuc(1024, {0, far}, {2, 3}, part), {0, 8192}, 2);
      check_with_missing_pages(part, {0, far}, 3);
    }
  }
}

/// The number of calls of functions that only count their calls.
int called = 0;

const PackFunctions counting = {[](const void *, std::size_t, void *) { ++called; },
                                [](const void *, std::size_t, void *) { ++called; }};

TEST(Plans, UseFunctionsForFewOfFewParts) {
  std::vector<char> data(1 << 16), packed(data.size());
  const auto calls_of = [&](const TypeTree &tree, std::int64_t count, CpuFeatures features, bool packs) {
    const Plan plan(tree, {0, tree.true_upper_bound() + 2}, features, counting);
    called = 0;
    if (packs)
      plan.pack(data.data(), count, 0, count * plan.size(), packed.data());
    else
      plan.unpack(packed.data(), 0, count * plan.size(), data.data(), count);
    return called;
  };
  const auto calls = [&](std::int64_t parts, std::int64_t count, CpuFeatures features, bool packs) {
    return calls_of(TypeTree::vec(parts, 2, one_char), count, features, packs);
  };
  for (const CpuFeatures features : all_features()) {
    for (const bool packs : {true, false}) {
      EXPECT_EQ(calls(4, 1, features, packs), 1);
      EXPECT_EQ(calls(64, 4, features, packs), 1);
      EXPECT_EQ(calls(65, 1, features, packs), 0);
      const auto calls_for_two = [&](std::int64_t bytes,
                                     std::int64_t count) { // parts of this many bytes each
        return calls_of(TypeTree::vec(2, bytes + 1, TypeTree::vec(bytes, 1, one_char)), count, features, packs);
      };
      EXPECT_EQ(calls_for_two(31, 33), features != CpuFeatures::avx512);
      EXPECT_EQ(calls_for_two(32, 8), 1);
      EXPECT_EQ(calls_for_two(32, 33), 0);
      EXPECT_EQ(calls_for_two(64, 16), 1);
      EXPECT_EQ(calls_for_two(64, 17), 0);
      EXPECT_EQ(calls_for_two(255, 4), 1);
      EXPECT_EQ(calls_for_two(255, 5), 0);
      EXPECT_EQ(calls_for_two(256, 60), 1);
    }
  }
  EXPECT_EQ(calls(4, 1000, CpuFeatures::portable, true), 1);
  if (std::ranges::count(all_features(), CpuFeatures::avx2) > 0) {
    EXPECT_EQ(calls(4, 65, CpuFeatures::avx2, true), 0);
    EXPECT_EQ(calls(4, 65, CpuFeatures::avx2, false), 1);
    const TypeTree without_shuffles = TypeTree::idx({0, 30, 60, 90}, TypeTree::vec(17, 1, one_char));
    EXPECT_EQ(calls_of(without_shuffles, 200, CpuFeatures::avx2, true), 1);
  }
}

/// The best kernels are made while several threads copy.
TEST(Plans, PreparedByUseCopyTheSameBeforeAndAfter) {
  constexpr std::int64_t count = 20;
  const TypeTree tree = TypeTree::struc({0, 8}, {TypeTree::vec(3, 2, one_char), TypeTree::vec(5, 12, one_int)});
  const Bounds bounds{0, 80};
  std::vector<char> data(count * 80);
  std::iota(data.begin(), data.end(), char{0});
  for (const CpuFeatures features : all_features()) {
    const Plan at_once(tree, bounds, features), by_use(tree, bounds, features, {}, Preparation::by_use);
    const auto size = static_cast<std::size_t>(count * at_once.size());
    std::vector<char> expected(size), unpacked(data.size());
    at_once.pack_all(data.data(), count, expected.data());
    at_once.unpack_all(expected.data(), unpacked.data(), count);
    std::atomic<int> wrong = 0;
    const auto copy = [&] {
      for (int i = 0; i < 100; ++i) {
        std::vector<char> packed(size), back(data.size());
        by_use.pack(data.data(), count, 0, 7, packed.data());
        by_use.pack(data.data(), count, 7, std::ssize(packed), packed.data() + 7);
        wrong += packed != expected;
        by_use.unpack_all(packed.data(), back.data(), count);
        wrong += back != unpacked;
      }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back(copy);
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(wrong, 0);
  }
}

TEST(Plans, OfRandomTreesPackWhatTheTypeMapSays) {
  const unsigned cases = random_cases(1000);
  for (unsigned seed = 1; seed <= cases && !testing::Test::HasFatalFailure(); ++seed) {
    RandomTree random(seed);
    std::mt19937 bytes(seed);
    const TypeTree tree = random.below(2) == 0 ? random(6) : random_array(random);
    if (tree.element_count() > 100'000)
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + to_string(tree).substr(0, 1000));
    Bounds bounds = natural_bounds(tree);
    if (random.below(2) == 0)
      bounds.extent += 4 * static_cast<std::int64_t>(random.below(9)) - 8;
    if (random.below(8) == 0)
      bounds.extent = -bounds.extent;
    const std::int64_t count =
        random.below(2) == 0 ? 1 : static_cast<std::int64_t>(random.below(tree.element_count() < 30 ? 100 : 5));
    check(tree, bounds, count, bytes);
  }
}

} // namespace
} // namespace automap::layout
