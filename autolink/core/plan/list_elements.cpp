// Lists in messages. See list_elements.h.
#include "list_elements.h"

namespace autolink {

std::size_t leave_out_links(const NodePlan &plan, std::byte *message, std::size_t size) {
  const NodeClass &c = plan.classes[0];
  const auto record_bytes = static_cast<std::size_t>(c.size);
  const std::size_t before = c.links[0].offset, after = record_bytes - before - sizeof(Word);
  const std::size_t n = (size - plan.elements_begin) / record_bytes;
  std::byte *const records = message + plan.elements_begin;
  const auto link = [&](std::size_t i) { return load<Word>(records + i * record_bytes + before); };
  for (std::size_t i = 0; i + 1 < n; ++i)
    if (link(i) != i + 2)
      return size;
  const Word last = link(n - 1);
  if (last > 1)
    return size;
  message[offsetof(wire::Head, flags)] |= std::byte{last == 0 ? wire::flag_list : wire::flag_ring};
  std::byte *to = records;
  for (std::size_t i = 0; i < n; ++i) {
    const std::byte *record = records + i * record_bytes;
    std::memmove(to, record, before);
    std::memmove(to + before, record + before + sizeof(Word), after);
    to += before + after;
  }
  return static_cast<std::size_t>(to - message);
}

std::optional<SentList> SentList::of(const wire::LoadedHead &head, const Description &sender) {
  const unsigned flags = head.flags & wire::list_flags, link_bytes = head.pointer_bytes();
  if (!head.is_whole() || (head.flags & wire::flag_null) || flags == wire::list_flags || sender.classes.size() != 1)
    return std::nullopt;
  const Described &c = sender.classes[0];
  if (c.kind != static_cast<std::uint64_t>(NodeKind::record) || c.pointers.size() != 1 || c.pointers[0].count != 1 ||
      c.size <= link_bytes || c.pointers[0].offset > c.size - link_bytes)
    return std::nullopt;
  return SentList{static_cast<std::size_t>(c.size), static_cast<std::size_t>(c.pointers[0].offset), link_bytes,
                  head.other_order, flags == wire::flag_ring};
}

void SentList::put_links_in(std::byte *to, const std::byte *from, std::size_t n) const {
  const std::size_t after = element_bytes() - link_offset;
  for (std::size_t i = 0; i < n; ++i, to += record_bytes, from += element_bytes()) {
    std::memcpy(to, from, link_offset);
    std::memcpy(to + link_offset + link_bytes, from + link_offset, after);
    const std::uint64_t word = i + 1 < n ? i + 2 : is_ring ? 1 : 0;
    if (link_bytes == sizeof(std::uint32_t)) {
      const auto narrow = static_cast<std::uint32_t>(word);
      store(to + link_offset, other_order ? __builtin_bswap32(narrow) : narrow);
    } else {
      store(to + link_offset, other_order ? __builtin_bswap64(word) : word);
    }
  }
}

} // namespace autolink
