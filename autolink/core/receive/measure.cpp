// Nodes and bytes of streams. See measure.h.
#include "measure.h"

#include "core/plan/description.h"
#include "core/plan/list_elements.h"
#include "core/plan/node_plan.h"

namespace autolink {

void Measure::measure_first(const std::byte *message, std::size_t size) {
  *this = Measure();
  const auto head = wire::load_head(message, size);
  if (!head || head->version != wire::version)
    return;
  other_order_ = head->other_order;
  is_complete_ = head->is_whole();
  const auto sender =
      read_description(message + sizeof(wire::Head), head->types_bytes, head->flags & wire::flag_hashed);
  if (!sender || (head->flags & (wire::flag_aborted | wire::flag_stream)))
    return;
  for (const Described &c : sender->classes)
    classes_.push_back({c.kind != static_cast<std::uint64_t>(NodeKind::record), c.size});
  if (head->flags & wire::list_flags) {
    const auto list = SentList::of(*head, *sender);
    if (!list)
      return;
    left_out_bytes_ = list->link_bytes;
  }
  is_known_ = !is_complete_ || measure_whole(message + head->types_end, message + size);
}

/// Takes what follows the types in a message that holds the structure: counts, elements, lengths of arrays, and perhaps
/// inside entries.
bool Measure::measure_whole(const std::byte *at, const std::byte *end) noexcept {
  std::uint64_t lengths = 0;
  for (const auto &[has_lengths, size] : classes_) {
    const std::size_t bytes = (has_lengths ? 2 : 1) * sizeof(wire::Count);
    if (static_cast<std::size_t>(end - at) < bytes)
      return false;
    const std::size_t labels = wire::load_count(at, other_order_);
    if (!add(labels, has_lengths ? wire::load_count(at + sizeof(wire::Count), other_order_) : labels, size))
      return false;
    lengths += has_lengths ? labels : 0;
    at += bytes;
  }
  const auto rest = static_cast<std::size_t>(end - at);
  if (left_out_bytes_ > 0) // a list, and nothing else
    return nodes_ > 0 && bytes_ - nodes_ * left_out_bytes_ == rest;
  if (bytes_ > rest || lengths > (rest - bytes_) / 8)
    return false;
  at += bytes_;
  for (std::uint64_t i = 0; i < lengths; ++i)
    empty_arrays_ += wire::load_number(at + 8 * i, other_order_) == 0;
  return true;
}

void Measure::measure_packet(const std::byte *message, std::size_t size) noexcept {
  if (size < sizeof(wire::Footer)) {
    is_known_ = false;
    return;
  }
  const wire::Footer footer = wire::load_footer(message, size);
  const std::size_t body = size - sizeof(wire::Footer);
  is_known_ = is_known_ && !is_complete_ && footer.magic == wire::footer_magic &&
              (footer.flags & wire::packet_aborted) == 0 && footer.announcement_bytes <= body &&
              measure_new_labels(message + body - footer.announcement_bytes, message + body);
  is_complete_ = (footer.flags & wire::packet_last) != 0;
}

bool Measure::add(std::uint64_t nodes, std::uint64_t elements, std::uint64_t size) noexcept {
  std::uint64_t bytes = 0;
  return !__builtin_mul_overflow(elements, size, &bytes) && !__builtin_add_overflow(bytes_, bytes, &bytes_) &&
         !__builtin_add_overflow(nodes_, nodes, &nodes_) && bytes_ <= INT64_MAX && nodes_ <= INT64_MAX;
}

bool Measure::measure_new_labels(const std::byte *at, const std::byte *end) noexcept {
  while (at != end) {
    if (static_cast<std::size_t>(end - at) < sizeof(wire::NewLabels))
      return false;
    const std::uint64_t node_class = wire::load_number(at, other_order_);
    const std::uint64_t labels = wire::load_number(at + 8, other_order_);
    at += sizeof(wire::NewLabels);
    if (node_class >= classes_.size())
      return false;
    const auto [has_lengths, size] = classes_[static_cast<std::size_t>(node_class)];
    if (!has_lengths) {
      if (!add(labels, labels, size))
        return false;
      continue;
    }
    if (labels > static_cast<std::size_t>(end - at) / 8)
      return false;
    for (std::uint64_t i = 0; i < labels; ++i, at += 8) {
      const std::uint64_t length = wire::load_number(at, other_order_);
      if (!add(1, length, size))
        return false;
      empty_arrays_ += length == 0;
    }
  }
  return true;
}

} // namespace autolink
