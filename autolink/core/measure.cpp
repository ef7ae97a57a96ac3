// Nodes and bytes of streams. See measure.h.
#include "measure.h"

#include "description.h"
#include "plan.h"

namespace autolink {

void Measure::first(const std::byte *message, std::size_t size) {
  *this = Measure();
  const auto head = wire::load_head(message, size);
  const std::size_t rest = size - sizeof(wire::Head);
  if (!head || head->version != wire::version || head->message_bytes != size ||
      rest / sizeof(wire::ClassEntry) < head->n_classes ||
      rest - head->n_classes * sizeof(wire::ClassEntry) < head->description_bytes)
    return;
  other_order_ = head->other_order;
  is_complete_ = (head->flags & wire::flag_whole) != 0;
  const std::byte *table = message + sizeof(wire::Head);
  const auto sender = read_description(table + head->n_classes * sizeof(wire::ClassEntry),
                                       head->description_bytes, head->n_classes);
  is_known_ = (is_complete_ || sender) && (head->flags & wire::flag_aborted) == 0;
  for (std::size_t i = 0; i < head->n_classes; ++i) {
    const auto entry = wire::load_class(table + i * sizeof(wire::ClassEntry), other_order_);
    if (is_complete_)
      is_known_ = is_known_ && add(entry.labels, entry.elements, entry.size);
    else if (sender)
      classes_.push_back(
          {sender->classes[i].kind != static_cast<std::uint64_t>(NodeKind::record), entry.size});
  }
  if (is_complete_ && is_known_) // lengths come last but for inside entries
    count_empty_arrays(message, size, head->lengths, head->inside);
}

void Measure::count_empty_arrays(const std::byte *message, std::size_t size, std::uint64_t lengths,
                                 std::uint64_t inside) noexcept {
  is_known_ = inside <= size / wire::inside_bytes && lengths <= (size - inside * wire::inside_bytes) / 8;
  if (!is_known_)
    return;
  const std::byte *at = message + size - inside * wire::inside_bytes - 8 * lengths;
  for (std::uint64_t i = 0; i < lengths; ++i)
    empty_arrays_ += wire::load_number(at + 8 * i, other_order_) == 0;
}

void Measure::packet(const std::byte *message, std::size_t size) noexcept {
  if (size < sizeof(wire::Footer)) {
    is_known_ = false;
    return;
  }
  const wire::Footer footer = wire::load_footer(message, size);
  const std::size_t body = size - sizeof(wire::Footer);
  is_known_ = is_known_ && !is_complete_ && footer.magic == wire::footer_magic &&
              (footer.flags & wire::packet_aborted) == 0 && footer.announcement_bytes <= body &&
              announcements(message + body - footer.announcement_bytes, message + body);
  is_complete_ = (footer.flags & wire::packet_last) != 0;
}

bool Measure::add(std::uint64_t nodes, std::uint64_t elements, std::uint64_t size) noexcept {
  std::uint64_t bytes = 0;
  return !__builtin_mul_overflow(elements, size, &bytes) && !__builtin_add_overflow(bytes_, bytes, &bytes_) &&
         !__builtin_add_overflow(nodes_, nodes, &nodes_) && bytes_ <= INT64_MAX && nodes_ <= INT64_MAX;
}

bool Measure::announcements(const std::byte *at, const std::byte *end) noexcept {
  while (at != end) {
    if (static_cast<std::size_t>(end - at) < sizeof(wire::Announcement))
      return false;
    const std::uint64_t node_class = wire::load_number(at, other_order_);
    const std::uint64_t labels = wire::load_number(at + 8, other_order_);
    at += sizeof(wire::Announcement);
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
