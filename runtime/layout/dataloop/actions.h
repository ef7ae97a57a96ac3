// Actions that a walk (walk.h) can perform besides packing: they list or count what is walked over.
#pragma once

#include "dataloop.h"
#include "periods.h"
#include "walk.h"

#include "../type_map.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace automap::layout {

/// Lists contiguous parts of memory, adjacent ones as one, until `limit` entries are full, as writev, iovec lists and
/// MPI-IO need (section 2.3 of the dataloops paper). Then the walk stops where the next entry would begin, and can be
/// resumed there.
class ListAction {
public:
  explicit ListAction(std::size_t limit = std::numeric_limits<std::size_t>::max()) : limit_(limit) {}

  std::int64_t blocks(const Dataloop &, Dataloop::Id, std::int64_t, std::int64_t, std::int64_t) { return declined; }

  std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType) {
    if (!ranges_.empty() && ranges_.back().offset + ranges_.back().length == offset) {
      ranges_.back().length += length;
      return length;
    }
    if (ranges_.size() == limit_)
      return 0;
    ranges_.push_back({offset, length});
    return length;
  }

  const std::vector<ByteRange> &ranges() const { return ranges_; }

private:
  std::size_t limit_;
  std::vector<ByteRange> ranges_;
};

/// Counts the contiguous parts that a ListAction would list, without a list; counts those of whole blocks at once.
class CountAction {
public:
  explicit CountAction(const Dataloops &loops) : loops_(loops) {}

  std::int64_t blocks(const Dataloop &loop, Dataloop::Id, std::int64_t base, std::int64_t first, std::int64_t count) {
    const bool is_known = first == 0 && count == loop.count && (loop.leaf || !loop.offsets.empty());
    const Dataloop::Parts some = is_known ? loop.parts : loops_.parts(loop, first, count);
    add({some.number, base + some.begin, base + some.end});
    return loop.bytes_before(first + count) - loop.bytes_before(first);
  }

  std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType) {
    add({1, offset, offset + length});
    return length;
  }

  std::int64_t parts() const { return parts_; }

private:
  void add(Dataloop::Parts some) {
    parts_ += some.number - (some.begin == end_ ? 1 : 0);
    end_ = some.end;
  }

  const Dataloops &loops_;
  std::int64_t parts_ = 0, end_ = std::numeric_limits<std::int64_t>::min();
};

/// Flattens loops that keep their types to a type map. Walks whole elements.
class TypeMapAction {
public:
  std::int64_t blocks(const Dataloop &, Dataloop::Id, std::int64_t, std::int64_t, std::int64_t) { return declined; }

  std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType type) {
    for (std::int64_t i = 0; i < length; i += type.size_bytes)
      map_.push_back({type, offset + i});
    return length;
  }

  const TypeMap &type_map() const { return map_; }

private:
  TypeMap map_;
};

} // namespace automap::layout
