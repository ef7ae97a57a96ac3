// Nodes in messages. See stored_structure.h.
#include "stored_structure.h"

#include "core/base/failure.h"
#include "core/base/received.h"
#include "core/plan/description.h"
#include "core/plan/list_elements.h"

#include <algorithm>
#include <bit>

namespace autolink::file {
namespace {

using Span = std::span<const std::byte>;

void require_whole(bool condition, const char *what) {
  if (!condition)
    throw Failure(AL_ERR_DAMAGED, std::string("AutoLink: ") + what);
}

Span take(Span &from, std::uint64_t bytes) {
  require_whole(bytes <= from.size(), "a message is truncated");
  const Span out = from.first(static_cast<std::size_t>(bytes));
  from = from.subspan(out.size());
  return out;
}

} // namespace

StoredStructure::StoredStructure(const Types &types, Span messages)
    : types_(types), messages_(messages),
      other_order_(types.is_big_endian != (std::endian::native == std::endian::big)), nodes_(types.classes.size()) {
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    if (!is_record(i))
      nodes_[i].begins.push_back(0);
  try {
    const Span first = take_message();
    const wire::LoadedHead head = receive_head(first.data(), first.size());
    require_whole(head.other_order == other_order_ && head.pointer_bytes() == types.pointer_bytes,
                  "a structure is from another machine than the types");
    read_first(first, head);
    std::uint32_t number = 0;
    for (bool is_last = head.is_whole(); !is_last;)
      is_last = read_packet(take_message(), number++);
  } catch (const Failure &failure) {
    throw Failure(AL_ERR_DAMAGED, failure.message);
  }
  require_whole(messages_.empty(), "something follows the last message");
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    require_whole(nodes_[i].elements == (is_record(i) ? nodes_[i].labels : nodes_[i].begins.back()),
                  "elements are missing");
  require_whole(is_null_ ? nodes_[0].labels == 0 : nodes_[0].labels > 0, "the root is missing");
}

Span StoredStructure::take_message() {
  const Span length = take(messages_, 8);
  return take(messages_, wire::load_number(length.data(), other_order_));
}

void StoredStructure::read_first(Span message, const wire::LoadedHead &head) {
  require_whole(!(head.flags & wire::flag_stream), "a C++ object is in place of a structure");
  is_null_ = head.is_whole() && (head.flags & wire::flag_null);
  const Span rest = message.subspan(head.types_end);
  if (!head.is_whole()) {
    require_whole(rest.size() == sizeof(wire::Stream), "the first message has the wrong length");
  } else if (head.flags & wire::list_flags) {
    const auto sender = read_description(message.data() + sizeof(wire::Head), head.types_bytes, false);
    const auto list = sender ? SentList::of(head, *sender) : std::nullopt;
    require_whole(list && nodes_.size() == 1 && list->record_bytes == types_.classes[0].size &&
                      rest.size() > sizeof(wire::Count),
                  "links are left out of a structure that is not a list");
    const std::size_t n = wire::load_count(rest.data(), other_order_), bytes = rest.size() - sizeof(wire::Count);
    require_whole(n > 0 && bytes % n == 0 && bytes / n == list->element_bytes(), "a list has the wrong length");
    records_.resize(n * list->record_bytes);
    list->put_links_in(records_.data(), rest.data() + sizeof(wire::Count), n);
    nodes_[0].labels = n;
    Span records = records_;
    add_elements(0, n, records);
  } else {
    read_whole(rest);
  }
}

void StoredStructure::read_whole(Span rest) {
  struct Counts {
    std::uint64_t labels, elements;
  };
  std::vector<Counts> counts;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const std::uint64_t labels = wire::load_count(take(rest, sizeof(wire::Count)).data(), other_order_);
    counts.push_back(
        {labels, is_record(i) ? labels : wire::load_count(take(rest, sizeof(wire::Count)).data(), other_order_)});
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    add_elements(i, counts[i].elements, rest);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    add_labels(i, counts[i].labels, rest);
  add_inside(rest);
}

/// Returns whether it is the last one.
bool StoredStructure::read_packet(Span packet, std::uint32_t number) {
  const wire::Footer footer = receive_footer(packet.data(), packet.size(), number);
  Span body = packet.first(packet.size() - sizeof(wire::Footer));
  if (footer.flags & wire::packet_inside) {
    require_whole(body.size() / wire::inside_bytes == footer.elements, "a packet has the wrong length");
    add_inside(body);
    return footer.flags & wire::packet_last;
  }
  require_whole(footer.node_class < nodes_.size(), "a packet is of an unknown class");
  add_elements(footer.node_class, footer.elements, body);
  require_whole(body.size() == footer.announcement_bytes, "a packet has the wrong length");
  while (!body.empty()) {
    const Span labels = take(body, sizeof(wire::NewLabels));
    const std::uint64_t node_class = wire::load_number(labels.data(), other_order_);
    require_whole(node_class < nodes_.size(), "an announcement is of an unknown class");
    add_labels(static_cast<std::uint32_t>(node_class), wire::load_number(labels.data() + 8, other_order_), body);
  }
  return footer.flags & wire::packet_last;
}

void StoredStructure::add_labels(std::uint32_t node_class, std::uint64_t n, Span &lengths) {
  Nodes &nodes = nodes_[node_class];
  nodes.labels = checked_sum(nodes.labels, n);
  if (is_record(node_class))
    return;
  require_whole(n <= lengths.size() / 8, "lengths of arrays are truncated");
  for (; n > 0; --n)
    nodes.begins.push_back(checked_sum(nodes.begins.back(), wire::load_number(take(lengths, 8).data(), other_order_)));
}

void StoredStructure::add_elements(std::uint32_t node_class, std::uint64_t n, Span &from) {
  if (n == 0)
    return;
  Nodes &nodes = nodes_[node_class];
  const Span bytes = take(from, checked_product(n, types_.classes[node_class].size));
  nodes.parts.push_back({nodes.elements, bytes.data()});
  nodes.elements += n;
}

void StoredStructure::add_inside(Span from) {
  require_whole(from.size() % wire::inside_bytes == 0, "entries of inside pointers have the wrong length");
  while (!from.empty()) {
    const std::byte *const at = take(from, wire::inside_bytes).data();
    const InsideEntry entry = {static_cast<std::uint32_t>(word(at, 4)), 0, word(at + 8, 8), word(at + 16, 8)};
    require_whole(entry.node_class < nodes_.size() || entry.node_class == no_class,
                  "an inside pointer leads to an unknown class");
    inside_.push_back(entry);
  }
}

InsideEntry StoredStructure::inside_entry(std::uint64_t number) const {
  require_whole(number < inside_.size(), "an inside pointer has an impossible number");
  const InsideEntry out = inside_[static_cast<std::size_t>(number)];
  require_whole(out.node_class == no_class || out.label < n_nodes(out.node_class),
                "an inside pointer leads to a node that is missing");
  return out;
}

StoredStructure::Row StoredStructure::elements(std::uint32_t node_class, std::uint64_t label, std::uint64_t i) const {
  const Nodes &nodes = of(node_class);
  const std::uint64_t element = (is_record(node_class) ? label : nodes.begins[label]) + i;
  const auto after = std::upper_bound(nodes.parts.begin(), nodes.parts.end(), element,
                                      [](std::uint64_t one, const Part &part) { return one < part.first; });
  const Part &part = *std::prev(after);
  const std::uint64_t end = after == nodes.parts.end() ? nodes.elements : after->first;
  return {part.bytes + (element - part.first) * types_.classes[node_class].size, end - element};
}

std::uint64_t StoredStructure::word(const std::byte *place, unsigned bytes) const {
  if (bytes == 8)
    return wire::load_number(place, other_order_);
  const auto out = load<std::uint32_t>(place);
  return other_order_ ? __builtin_bswap32(out) : out;
}

} // namespace autolink::file
