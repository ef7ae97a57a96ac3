// Compares packing and unpacking with the type map, byte by byte, for the tests of dataloops and plans.
#pragma once

#include "layout/dataloop/plan.h"
#include "layout/type_map.h"

#include "basic_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <new>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace automap::layout {

inline Bounds natural_bounds(const TypeTree &tree) {
  return {tree.true_lower_bound(), tree.true_upper_bound() - tree.true_lower_bound()};
}

/// Returns the displacement of each byte in the packed stream of `count` copies of a tree.
inline std::vector<std::int64_t> displacements(const TypeTree &tree, Bounds bounds, std::int64_t count) {
  std::vector<std::int64_t> out;
  const TypeMap map = flatten(tree);
  for (std::int64_t i = 0; i < count; ++i)
    for (const TypeMapEntry &entry : map)
      for (std::int64_t j = 0; j < entry.type.size_bytes; ++j)
        out.push_back(i * bounds.extent + entry.displacement + j);
  return out;
}

/// Memory for a layout between inaccessible pages: it begins directly after one or ends directly before the other.
class Memory {
public:
  Memory(const std::vector<std::int64_t> &places, bool at_end) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    if (!places.empty()) {
      low_ = std::ranges::min(places);
      size_ = static_cast<std::size_t>(std::ranges::max(places) - low_ + 1);
    }
    const std::size_t inner = (size_ + page - 1) / page * page;
    mapped_ = inner + 2 * page;
    void *all = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
      throw std::bad_alloc();
    pages_ = static_cast<unsigned char *>(all);
    if (inner > 0)
      mprotect(pages_ + page, inner, PROT_READ | PROT_WRITE);
    bytes_ = pages_ + page + (at_end ? inner - size_ : 0);
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory() { munmap(pages_, mapped_); }

  unsigned char &operator[](std::int64_t displacement) { return bytes_[displacement - low_]; }
  void *origin() { return moved(reinterpret_cast<char *>(bytes_), -low_); }
  std::span<unsigned char> bytes() { return {bytes_, size_}; }
  void fill_with_noise(std::mt19937 &random) {
    for (unsigned char &byte : bytes())
      byte = static_cast<unsigned char>(random());
  }

private:
  std::int64_t low_ = 0;
  std::size_t size_ = 0, mapped_ = 0;
  unsigned char *pages_, *bytes_;
};

/// Returns the kernels to test: all that the processor supports or, if AVX-512 is emulated, only those for it.
inline std::span<const CpuFeatures> all_features() {
  static constexpr CpuFeatures all[] = {CpuFeatures::portable, CpuFeatures::avx2, CpuFeatures::avx512};
#ifdef AUTOMAP_EMULATED_AVX512
  return std::span(all).last(1);
#else
  return std::span(all).first(static_cast<std::size_t>(cpu_features()) + 1);
#endif
}

/// Packs and unpacks `count` copies of `tree`, as a whole and in ranges, and compares with the type map.
inline void check(const TypeTree &tree, Bounds bounds, std::int64_t count, std::mt19937 &random) {
  const std::vector<std::int64_t> places = displacements(tree, bounds, count);
  const auto size = static_cast<std::int64_t>(places.size());
  const bool at_end = random() % 2 == 0;
  Memory memory(places, at_end);
  memory.fill_with_noise(random);
  std::vector<unsigned char> expected;
  for (const std::int64_t place : places)
    expected.push_back(memory[place]);
  const bool overlaps = std::set(places.begin(), places.end()).size() != places.size();
  const auto position = [&](std::int64_t from) {
    return from + std::uniform_int_distribution<std::int64_t>(0, size - from)(random);
  };
  for (const CpuFeatures features : all_features()) {
    SCOPED_TRACE("features " + std::to_string(static_cast<int>(features)));
    const Plan plan(tree, bounds, features);
    ASSERT_EQ(plan.size() * count, size);
    for (int range = 0; range < 6; ++range) {
      const std::int64_t begin = range == 0 ? 0 : position(0), end = range == 0 ? size : position(begin);
      std::vector<std::int64_t> stream(static_cast<std::size_t>(end - begin));
      std::iota(stream.begin(), stream.end(), 0);
      Memory packed_memory(stream, true);
      const auto packed = packed_memory.bytes();
      plan.pack(memory.origin(), count, begin, end, packed.data());
      ASSERT_TRUE(std::equal(packed.begin(), packed.end(), expected.begin() + begin))
          << "pack " << begin << " to " << end << " of " << count << " of\n"
          << to_string(plan.loops());
      if (overlaps)
        continue;
      Memory target(places, at_end);
      target.fill_with_noise(random);
      std::vector<unsigned char> wanted(target.bytes().begin(), target.bytes().end());
      for (std::int64_t i = begin; i < end; ++i)
        wanted[static_cast<std::size_t>(&target[places[static_cast<std::size_t>(i)]] - target.bytes().data())] =
            packed[static_cast<std::size_t>(i - begin)];
      plan.unpack(packed.data(), begin, end, target.origin(), count);
      ASSERT_TRUE(std::ranges::equal(target.bytes(), wanted))
          << "unpack " << begin << " to " << end << " of " << count << " of\n"
          << to_string(plan.loops());
    }
  }
}

/// Returns a random layout of the kinds that have kernels: many equal parts, index lists with and without a period, and
/// interchanged loops.
inline TypeTree random_array(RandomTree &random) {
  const auto number = [&](unsigned limit) { return static_cast<std::int64_t>(random.below(limit)); };
  const TypeTree element = random.below(3) == 0 ? random(2)
                                                : TypeTree::leaf(std::array<BasicType, 4>{{
                                                      {BasicTypeId::CHAR, 1},
                                                      {BasicTypeId::SHORT, 2},
                                                      {BasicTypeId::INT, 4},
                                                      {BasicTypeId::DOUBLE, 8},
                                                  }}[random.below(4)]);
  const std::int64_t extent = element.true_upper_bound() - element.true_lower_bound() + 1;
  const std::int64_t unit = random.below(2) == 0 ? 1 : 4;
  const std::int64_t step = (random.below(4) == 0 ? -1 : 1) * (extent / unit * unit + unit * (1 + number(12)));
  switch (random.below(6)) {
  case 0:
    return TypeTree::vec(number(200), step, element);
  case 1: { // an array of structs
    std::vector<std::int64_t> places;
    std::vector<TypeTree> fields;
    std::int64_t at = 0;
    for (std::int64_t i = 0, n = 1 + number(12); i < n; ++i) {
      const TypeTree field =
          std::array<TypeTree, 4>{one_char, one_int, one_double, TypeTree::vec(3, 4, one_int)}[random.below(4)];
      places.push_back(at);
      fields.push_back(field);
      at += field.data_bytes() + (random.below(2) == 0 ? 0 : unit * number(6));
    }
    if (random.below(4) == 0)
      std::reverse(places.begin(), places.end()); // out of order, and may overlap
    const TypeTree record = TypeTree::struc(places, fields);
    return TypeTree::vec(1 + number(150), (random.below(4) == 0 ? -1 : 1) * (at + 16 + unit * number(4)), record);
  }
  case 2: { // a list that repeats itself, perhaps incomplete at both ends
    std::vector<std::int64_t> places;
    const auto period = static_cast<std::size_t>(1 + number(7));
    std::vector<std::int64_t> steps;
    for (std::size_t i = 0; i < period; ++i)
      steps.push_back(extent / unit * unit + unit * number(4));
    std::int64_t at = 0;
    for (std::size_t i = 0, n = static_cast<std::size_t>(number(400)), from = random.below(3); i < n; ++i) {
      places.push_back(at);
      at += steps[(i + from) % period];
    }
    return TypeTree::idx(places, element);
  }
  case 3: { // no period, mostly ascending
    std::vector<std::int64_t> places;
    std::int64_t at = 0;
    const bool falls = random.below(3) == 0;
    for (std::int64_t i = 0, n = number(400); i < n; ++i) {
      places.push_back(at);
      at += falls && random.below(9) == 0 ? -3 * extent : extent - 1 + unit * number(6);
    }
    return TypeTree::idx(places, element);
  }
  case 4: { // buckets
    std::vector<std::int64_t> places, sizes;
    std::int64_t at = 0;
    for (std::int64_t i = 0, n = number(60); i < n; ++i) {
      places.push_back(at);
      sizes.push_back(number(random.below(2) == 0 ? 3 : 40));
      at += sizes.back() * std::abs(step) + number(9) * unit;
    }
    return TypeTree::idxbuc(random.below(2) == 0 ? extent - 1 : step, places, sizes, element);
  }
  default: { // nested loops with their strides in any order
    std::int64_t strides[4] = {8, 0, 0, 0}, counts[4];
    for (int i = 0; i < 4; ++i) {
      counts[i] = 1 + number(17);
      if (i > 0)
        strides[i] = strides[i - 1] * counts[i - 1] + 8 * number(3);
    }
    std::vector<int> order = {0, 1, 2, 3};
    for (int i = 3; i > 0; --i)
      std::swap(order[static_cast<std::size_t>(i)], order[random.below(static_cast<unsigned>(i) + 1)]);
    TypeTree tree = random.below(3) == 0 ? one_int : one_double;
    for (const int i : order)
      tree = TypeTree::vec(counts[i], strides[i], tree);
    return tree;
  }
  }
}

} // namespace automap::layout
