// The receiving side: messages that hold the whole structure. See unpacker.h.
#include "unpacker.h"

#include "core/base/received.h"
#include "core/plan/list_elements.h"

#include <bit>

namespace autolink {

/// Returns what follows the types in a message without links, with the links put in.
std::vector<std::byte> Unpacker::insert_links(const std::byte *message, std::size_t size) const {
  const auto sender =
      read_description(message + sizeof(wire::Head), head_.types_bytes, head_.flags & wire::flag_hashed);
  const auto list = sender ? SentList::of(head_, *sender) : std::nullopt;
  check_message(list.has_value(), "links are left out of a structure that is not a list");
  const std::byte *counts = message + head_.types_end;
  size -= head_.types_end;
  check_message(size > sizeof(wire::Count), "the message is truncated");
  const std::size_t n = wire::load_count(counts, head_.other_order), bytes = size - sizeof(wire::Count);
  check_message(n > 0 && bytes % n == 0 && bytes / n == list->element_bytes(), "the message has the wrong length");
  std::vector<std::byte> out(size + n * list->link_bytes);
  std::memcpy(out.data(), counts, sizeof(wire::Count));
  list->put_links_in(out.data() + sizeof(wire::Count), counts + sizeof(wire::Count), n);
  return out;
}

/// Reads how many nodes and elements of each class there are. Returns where the elements begin.
std::byte *Unpacker::read_counts(std::byte *at, std::size_t size) {
  counts_.clear();
  for (std::size_t i = 0; i < n_classes_; ++i) {
    const bool is_record = plan_->classes[i].kind == NodeKind::record;
    const std::size_t bytes = (is_record ? 1 : 2) * sizeof(wire::Count);
    check_message(size >= bytes, "the message is truncated");
    const std::size_t labels = wire::load_count(at, head_.other_order);
    counts_.push_back({labels, is_record ? labels : wire::load_count(at + sizeof(wire::Count), head_.other_order)});
    at += bytes;
    size -= bytes;
  }
  return at;
}

/// Takes all that follows the types.
void Unpacker::receive_whole(std::byte *at, std::size_t size) {
  const std::byte *const end = at + size;
  std::byte *elements = read_counts(at, size);
  const std::uint64_t payload = payload_of_whole(), lengths_bytes = 8 * n_lengths_of_whole();
  const std::uint64_t before_inside = checked_sum(payload, lengths_bytes),
                      rest = static_cast<std::size_t>(end - elements);
  check_message(before_inside <= rest, "the message is truncated");
  const std::uint64_t n_inside = (rest - before_inside) / wire::inside_bytes;
  check_message(before_inside + n_inside * wire::inside_bytes == rest, "the message has the wrong length");
  check_message(n_inside == 0 || plan_->has_entries, "there are inside pointers, but no type has any");
  is_null_ = (head_.flags & wire::flag_null) != 0;
  check_message(is_null_ ? rest == 0 : counts_[0].labels > 0, "the root is missing");

  if (options_.use_arena)
    allocate_block();
  else
    allocate_addresses();
  add_labels_of_whole(elements + payload);
  const std::byte *const inside = elements + before_inside;
  for (std::uint32_t i = 0; i < n_classes_; ++i) {
    take_elements(i, elements, counts_[i].elements, false);
    elements += counts_[i].elements * element_bytes(i);
  }
  restore_inside_places(inside, n_inside);
  check_complete();
}

/// Returns the bytes of all elements in the message.
std::uint64_t Unpacker::payload_of_whole() const {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < n_classes_; ++i)
    out = checked_sum(out, checked_product(counts_[i].elements, element_bytes(i)));
  return out;
}

/// Returns how many lengths of arrays and strings the message has.
std::uint64_t Unpacker::n_lengths_of_whole() const {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < n_classes_; ++i)
    out += plan_->classes[i].kind == NodeKind::record ? 0 : counts_[i].labels;
  return out;
}

/// Makes one table of addresses for the records of all classes.
void Unpacker::allocate_addresses() {
  const auto n_records = [this](std::size_t i) {
    return plan_->classes[i].kind == NodeKind::record ? static_cast<std::size_t>(counts_[i].labels) : 0;
  };
  std::size_t all = 0;
  for (std::size_t i = 0; i < n_classes_; ++i)
    all += n_records(i);
  if (few_addresses_.size() < all)
    few_addresses_.resize(all);
  std::uintptr_t *next = few_addresses_.data();
  for (std::size_t i = 0; i < n_classes_; ++i)
    if (const std::size_t n = n_records(i); n > 0) {
      states_[i].nodes.begin(sizeof(void *), sizeof(void *), static_cast<unsigned>(std::bit_width(n)));
      states_[i].nodes.adopt(reinterpret_cast<std::byte *>(next), n);
      next += n;
    }
}

/// Allocates one block of the arena for the nodes of all classes.
void Unpacker::allocate_block() {
  const auto aligned = [](std::uint64_t at, const NodeClass &c) { return (at + c.align - 1) / c.align * c.align; };
  const auto bytes_of = [this](std::size_t i) {
    const NodeClass &c = plan_->classes[i];
    const std::uint64_t gaps = c.kind == NodeKind::record ? 0 : checked_product(counts_[i].labels, max_gap_after(c));
    return checked_sum(checked_product(counts_[i].elements, c.size), gaps);
  };
  std::size_t align = 1;
  std::uint64_t own_bytes = 0, block_bytes = 0;
  for (std::size_t i = 0; i < n_classes_; ++i) {
    const NodeClass &c = plan_->classes[i];
    own_bytes = checked_sum(own_bytes, checked_product(counts_[i].elements, c.size));
    block_bytes = checked_sum(aligned(block_bytes, c), bytes_of(i));
    align = std::max(align, static_cast<std::size_t>(c.align));
  }
  check_limit(own_bytes); // before there is memory for it
  std::byte *block = block_bytes > 0 ? arena_.allocate(static_cast<std::size_t>(block_bytes), align) : nullptr;
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < n_classes_; ++i) {
    const NodeClass &c = plan_->classes[i];
    State &state = states_[i];
    at = aligned(at, c);
    if (counts_[i].elements > 0 && c.kind == NodeKind::record) {
      state.nodes.begin(static_cast<std::size_t>(c.size), static_cast<std::size_t>(c.align),
                        static_cast<unsigned>(std::bit_width(counts_[i].labels)));
      state.nodes.adopt(block + at, counts_[i].labels);
    }
    state.room = block + at;
    at += bytes_of(i);
    state.room_end = block + at;
  }
}

/// Adds the labels of all classes. The lengths of arrays and strings are at `lengths`.
void Unpacker::add_labels_of_whole(const std::byte *lengths) {
  for (std::uint32_t i = 0; i < n_classes_; ++i) {
    const auto [labels, elements] = counts_[i];
    const bool has_lengths = plan_->classes[i].kind != NodeKind::record;
    add_labels(i, labels, has_lengths ? lengths : nullptr);
    if (!has_lengths)
      continue;
    lengths += 8 * labels;
    check_message(states_[i].announced_elements == elements, "the arrays' lengths do not fit their elements");
  }
}

/// Returns how many bytes an arena leaves free after an array. Without them, a pointer to the array's end would become
/// a pointer to what begins there when the structure is sent on.
std::size_t Unpacker::gap_after(const NodeClass &c) const {
  return plan_->has_inside ? static_cast<std::size_t>(c.align) : 0;
}

/// Returns the same with what it takes to align the next array: its alignment may be more than an element's size.
std::size_t Unpacker::max_gap_after(const NodeClass &c) const {
  return gap_after(c) + static_cast<std::size_t>(c.size % c.align == 0 ? 0 : c.align - 1);
}

} // namespace autolink
