// The buffers of pending receives. See pending_buffers.h.
#include "pending_buffers.h"

#include "check/pure/overlap.h"

#include <algorithm>
#include <exception>

namespace automap::check {
namespace {

struct Range {
  std::intptr_t from = 0, to = 0; // empty: nothing is written, or it is not known where
};

Range range_of(const void *buffer, const Part &part) {
  if (!part.known || !part.type || part.bytes() == 0)
    return {};
  const auto [from, to] = part.type->span(part.count);
  const auto at = reinterpret_cast<std::intptr_t>(buffer);
  return {at + from, at + to};
}

/// Whether two buffers whose ranges overlap have a byte in common.
bool overlap(const void *buffer, const Part &part, const void *other_buffer, const Part &other) {
  const auto has_gaps = [](const Part &each) {
    const auto [from, to] = each.type->span(each.count);
    return to - from != each.bytes();
  };
  if (!has_gaps(part) && !has_gaps(other))
    return true;
  constexpr std::int64_t most_elements = 4096; // takes some 100 us
  if (part.signature.count + other.signature.count > most_elements)
    return false;
  try {
    const auto all = [](const Part &each) {
      return layout::TypeTree::vec(each.count, each.type->extent_bytes(), each.type->tree());
    };
    const auto distance = reinterpret_cast<std::intptr_t>(other_buffer) - reinterpret_cast<std::intptr_t>(buffer);
    return has_overlap(layout::TypeTree::struc({0, distance}, {all(part), all(other)}), 0, 1).value_or(false);
  } catch (const std::exception &) { // beyond 64 bits
    return false;
  }
}

} // namespace

const FollowedRequest *PendingBuffers::find_overlap(const void *buffer, const Part &part) const {
  const Range range = range_of(buffer, part);
  if (by_begin_.empty() || range.from == range.to || part.type->overlaps(part.count))
    return nullptr;
  int left = 16; // many buffers with gaps may lie between one another, as the columns of a matrix
  for (auto each = by_begin_.lower_bound(range.from - longest_); each != by_begin_.end() && each->first < range.to;
       ++each) {
    const FollowedRequest &other = *each->second;
    const Part &other_part = other.argument->part;
    if (range_of(other.buffer, other_part).to <= range.from || other_part.type->overlaps(other_part.count))
      continue;
    if (overlap(buffer, part, other.buffer, other_part))
      return &other;
    if (--left == 0)
      return nullptr;
  }
  return nullptr;
}

void PendingBuffers::add(FollowedRequest &request) {
  const Range range = range_of(request.buffer, request.argument->part);
  if (range.from == range.to)
    return;
  longest_ = std::max<std::int64_t>(by_begin_.empty() ? 0 : longest_, range.to - range.from);
  by_begin_.emplace(range.from, &request);
  request.has_buffer = true;
}

void PendingBuffers::remove(FollowedRequest &request) {
  if (!request.has_buffer)
    return;
  request.has_buffer = false;
  const auto [first, last] = by_begin_.equal_range(range_of(request.buffer, request.argument->part).from);
  const auto found = std::find_if(first, last, [&](const auto &each) { return each.second == &request; });
  if (found != last)
    by_begin_.erase(found);
}

} // namespace automap::check
