// Takes any bytes as a layout, a count and a range of its packed stream. Packing, unpacking, listing in lists of
// limited length, and counting must agree with the type map, for each kind of kernel, and must touch no other memory.
// The same holds for converting all of it to external32 and back.
#include "layout/checked.h"
#include "layout/dataloop/actions.h"
#include "layout/dataloop/external32.h"
#include "layout/dataloop/plan.h"
#include "layout/type_map.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <stdexcept>

using namespace automap::layout;

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

/// Reads numbers from the input, or zeros after its end.
class Input {
public:
  Input(const std::uint8_t *data, std::size_t size) : data_(data), end_(data + size) {}

  std::int64_t below(std::int64_t limit) { return byte() % limit; }
  std::int64_t displacement() {
    const std::int64_t small = static_cast<std::int8_t>(byte());
    switch (below(24)) {
    case 0:
      return small * 4096;
    case 1: // sums may leave the 64-bit range
      return small * (INT64_MAX / 128);
    default:
      return below(2) == 0 ? small : small * 4;
    }
  }

  TypeTree tree(int depth) {
    constexpr BasicType types[] = {
        {BasicTypeId::CHAR, 1}, {BasicTypeId::SHORT, 2}, {BasicTypeId::INT, 4}, {BasicTypeId::DOUBLE, 8}};
    const std::int64_t kind = depth == 0 ? 0 : below(6);
    const std::int64_t count = below(8) == 0 ? below(200) : below(6);
    switch (kind) {
    case 1:
      return TypeTree::vec(count, displacement(), tree(depth - 1));
    case 2:
      return TypeTree::idx(displacements(count), tree(depth - 1));
    case 3: {
      std::vector<std::int64_t> sizes;
      for (std::int64_t i = 0; i < count; ++i)
        sizes.push_back(below(5));
      return TypeTree::idxbuc(displacement(), displacements(count), std::move(sizes), tree(depth - 1));
    }
    case 4: {
      std::vector<TypeTree> children;
      for (std::int64_t i = 0; i < std::min<std::int64_t>(count, 8); ++i)
        children.push_back(tree(depth - 1));
      return TypeTree::struc(displacements(static_cast<std::int64_t>(children.size())), children);
    }
    default:
      return TypeTree::leaf(types[below(4)]);
    }
  }

private:
  std::uint8_t byte() { return data_ == end_ ? 0 : *data_++; }

  /// Returns displacements whose steps may or may not repeat.
  std::vector<std::int64_t> displacements(std::int64_t count) {
    std::vector<std::int64_t> out;
    const bool rising = below(2) == 0;
    std::int64_t at = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      at = rising ? at + below(32) : displacement();
      out.push_back(at);
    }
    return out;
  }

  const std::uint8_t *data_, *end_;
};

/// Lists the parts of the bytes [begin, end) of the stream, at most `limit` at a time.
std::int64_t check_lists(const Dataloops &loops, std::int64_t count, std::int64_t begin, std::int64_t end,
                         std::size_t limit, const std::vector<std::int64_t> &places) {
  std::int64_t at = begin, parts = 0;
  while (at < end) {
    ListAction list(limit);
    const std::int64_t next = walk(loops, count, 0, at, end, list);
    require(next > at && (next == end || list.ranges().size() == limit));
    parts += std::ssize(list.ranges());
    for (const ByteRange &range : list.ranges())
      for (std::int64_t i = 0; i < range.length; ++i)
        require(range.offset + i == places[static_cast<std::size_t>(at++)]);
    require(at == next);
  }
  return parts;
}

/// Checks external32, which reverses the bytes of each element, because the basic types here have its sizes.
void check_external(const TypeTree &tree, Bounds bounds, std::int64_t count, const std::vector<char> &memory,
                    std::int64_t low, const std::vector<std::int64_t> &places, bool overlaps) {
  static_assert(std::endian::native == std::endian::little);
  const External32 external(tree, bounds);
  require(external.size() * count == std::ssize(places));
  std::vector<char> stream(places.size()), target(memory.size(), 1), wanted(memory.size(), 1);
  external.pack(moved(memory.data(), -low), count, stream.data());
  std::size_t at = 0;
  for (std::int64_t i = 0; i < count; ++i)
    for (const TypeMapEntry &entry : flatten(tree))
      for (std::size_t left = entry.type.size_bytes, first = at; left-- > 0; ++at) {
        const auto place = static_cast<std::size_t>(places[first + left] - low);
        require(stream[at] == memory[place]);
        wanted[place] = memory[place];
      }
  if (overlaps)
    return;
  external.unpack(stream.data(), moved(target.data(), -low), count);
  require(target == wanted);
}

void check(const TypeTree &tree, Bounds bounds, std::int64_t count, Input &input) {
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < count; ++i)
    for (const TypeMapEntry &entry : flatten(tree))
      for (std::int64_t j = 0; j < entry.type.size_bytes; ++j)
        places.push_back(checked_add(checked_multiply(i, bounds.extent), checked_add(entry.displacement, j)));
  const auto size = static_cast<std::int64_t>(places.size());
  const std::int64_t low = places.empty() ? 0 : std::ranges::min(places);
  const std::int64_t span = places.empty() ? 0 : checked_add(checked_subtract(std::ranges::max(places), low), 1);
  if (span > 1 << 20)
    return;
  std::vector<char> memory(static_cast<std::size_t>(span));
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<char>(i * 2654435761u >> 13);
  const std::int64_t begin = size * input.below(256) / 256, end = begin + (size - begin) * input.below(256) / 255;
  std::vector<char> expected;
  for (std::int64_t i = begin; i < end; ++i)
    expected.push_back(memory[static_cast<std::size_t>(places[static_cast<std::size_t>(i)] - low)]);
  const bool overlaps = std::set(places.begin(), places.end()).size() != places.size();
  const auto limit = static_cast<std::size_t>(1 + input.below(9));
  check_external(tree, bounds, count, memory, low, places, overlaps);
  for (const CpuFeatures features : {CpuFeatures::portable, CpuFeatures::avx2, CpuFeatures::avx512}) {
    if (features > cpu_features())
      break;
    const Plan plan(tree, bounds, features);
    require(plan.size() * count == size);
    std::vector<char> packed(expected.size());
    plan.pack(moved(memory.data(), -low), count, begin, end, packed.data());
    require(packed == expected);
    CountAction counted(plan.loops());
    walk(plan.loops(), count, 0, begin, end, counted);
    require(check_lists(plan.loops(), count, begin, end, limit, places) == counted.parts());
    if (overlaps)
      continue;
    std::vector<char> target(memory.size(), 1), wanted(memory.size(), 1);
    for (std::int64_t i = begin; i < end; ++i)
      wanted[static_cast<std::size_t>(places[static_cast<std::size_t>(i)] - low)] =
          packed[static_cast<std::size_t>(i - begin)];
    plan.unpack(packed.data(), begin, end, moved(target.data(), -low), count);
    require(target == wanted);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  Input input(data, size);
  try {
    const TypeTree tree = input.tree(5);
    const Bounds bounds = {input.displacement(), input.displacement()};
    const std::int64_t count = input.below(5);
    if (tree.element_count() * (count + 1) <= 20'000)
      check(tree, bounds, count, input);
  } catch (const std::length_error &) { // beyond 64 bits
  }
  return 0;
}
