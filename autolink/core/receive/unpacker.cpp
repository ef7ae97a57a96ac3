// The receiving side without the transport. See unpacker.h.
#include "unpacker.h"

#include "core/base/no_output.h"
#include "core/base/received.h"
#include "spare_nodes.h"

#include <bit>
#include <new>
#include <utility>

namespace autolink {
namespace {

constexpr std::size_t first_piece_bytes = 64 << 10;
/// Numbers of addresses: of all classes together, and of one class.
constexpr std::size_t kept_addresses = 8 << 10, least_addresses = 1 << 10;
constexpr std::size_t most_heap_bytes = 64 << 10;  // malloc may map larger ones by themselves
constexpr std::size_t translated_bytes = 64 << 10; // bytes translated at once
constexpr std::uintptr_t referenced_bit = 1;       // addresses of nodes are even

} // namespace

Unpacker::~Unpacker() {
  if (owns_)
    release_all();
}

void Unpacker::begin(const NodePlan &plan, const UnpackOptions &options) {
  end();
  plan_ = &plan;
  options_ = options;
  if (states_.size() < plan.classes.size()) {
    states_ = std::vector<State>(plan.classes.size());
    targets_plan_ = nullptr;
  }
  n_classes_ = plan.classes.size();
  if (targets_plan_ != &plan)
    begin_targets();
  if (!options_.use_arena)
    begin_addresses();
  for (std::size_t i = 0; i < n_classes_; ++i) {
    const NodeClass &c = plan_->classes[i];
    if (c.kind != NodeKind::record)
      continue;
    const auto size = static_cast<std::size_t>(c.size);
    states_[i].nodes.holds_nodes = options_.use_arena;
    states_[i].nodes.is_tree = c.promised_tree;
    if (options_.use_arena)
      states_[i].nodes.begin(size, static_cast<std::size_t>(c.align),
                             static_cast<unsigned>(std::bit_width(first_piece_bytes / size)));
  }
  failure_ = nullptr;
  head_ = {};
  translation_ = nullptr;
  heap_prefault_.stop();
  bytes_ = empty_arrays_ = received_bytes_ = 0;
  n_inside_ = n_inside_restored_ = 0;
  inside_.begin(sizeof(std::byte *), alignof(std::byte *), 6);
  inside_kinds_.begin(sizeof(std::uint16_t), alignof(std::uint16_t), 6);
  packet_number_ = 0;
  last_class_ = 0;
  complete_ = is_null_ = has_parts_ = false;
  owns_ = true;
}

/// Places the beginnings of ADDRESS in memory that is kept, unless there are very many classes. Large memory that is
/// freed between the nodes in malloc's heap would have their places merged and split again.
void Unpacker::begin_addresses() {
  if (few_addresses_.size() < kept_addresses)
    few_addresses_.resize(kept_addresses);
  const auto is_record = [](const NodeClass &c) { return c.kind == NodeKind::record; };
  const auto n_records =
      static_cast<std::size_t>(std::count_if(plan_->classes.begin(), plan_->classes.end(), is_record));
  const std::size_t n = std::bit_floor(kept_addresses / n_records);
  std::uintptr_t *kept = few_addresses_.data();
  for (std::size_t i = 0; i < n_classes_; ++i) {
    if (!is_record(plan_->classes[i]))
      continue;
    GrowingArray &nodes = states_[i].nodes;
    nodes.begin(sizeof(void *), sizeof(void *), static_cast<unsigned>(std::countr_zero(std::max(n, least_addresses))));
    if (n < least_addresses)
      continue;
    nodes.adopt(reinterpret_cast<std::byte *>(kept), n);
    kept += n;
  }
}

void Unpacker::end() noexcept {
  if (owns_)
    release_all();
  owns_ = false;
  for (std::size_t i = 0; i < n_classes_; ++i)
    states_[i].clear();
  n_classes_ = 0;
  arena_.release();
  tables_.release();
  std::vector<std::byte>().swap(translated_);
}

void Unpacker::release_all() noexcept {
  if (options_.use_arena)
    return;
  for (std::uint32_t i = 0; i < n_classes_; ++i) {
    const NodeClass &c = plan_->classes[i];
    State &state = states_[i];
    const bool is_record = c.kind == NodeKind::record;
    for (std::uint64_t label = 0; label < state.nodes.labels; ++label)
      options_.allocator.release(node_at(i, label),
                                 is_record ? static_cast<std::size_t>(c.size)
                                           : array_bytes(state.arrays[label].length, c.size),
                                 options_.allocator.context);
  }
}

void Unpacker::receive_first(const std::byte *message, std::size_t size) {
  check_head(message, size);
  translation_ = sender_types_.compare(*plan_, head_, message + sizeof(wire::Head));
  if (head_.flags & wire::list_flags) {
    std::vector<std::byte> records = insert_links(message, size);
    receive_whole(records.data(), records.size());
    return;
  }
  if (head_.is_whole()) {
    receive_whole(const_cast<std::byte *>(message) + head_.types_end, size - head_.types_end);
    return;
  }
  check_message(size == head_.types_end + sizeof(wire::Stream), "the first message has the wrong length");
  if (is_malloc(options_.allocator))
    heap_prefault_.begin();
  std::size_t largest = wire::inside_bytes;
  for (std::size_t i = 0; i < n_classes_; ++i)
    largest = std::max(largest, static_cast<std::size_t>(element_bytes(i)));
  check_message(head_.stream.max_packet_bytes >= largest + sizeof(wire::Footer) &&
                    head_.stream.max_packet_bytes <= wire::max_packet_bytes,
                "the packets' size is impossible");
}

void Unpacker::check_head(const std::byte *message, std::size_t size) {
  head_ = receive_head(message, size);
  if (head_.flags & wire::flag_stream)
    throw Failure(
        AL_ERR_TYPES,
        "AutoLink: a C++ object was sent by autolink::send, or the contents of a plan, and a structure is received");
  check_message((head_.flags & ~(wire::flag_whole | wire::flag_null | wire::flag_hashed | wire::flag_short_pointers |
                                 wire::list_flags)) == 0,
                "the message has unknown flags");
}

/// Returns the bytes of an element in messages.
std::uint64_t Unpacker::element_bytes(std::size_t node_class) const {
  return translation_ ? translation_->size_there(static_cast<std::uint32_t>(node_class))
                      : plan_->classes[node_class].size;
}

std::byte *Unpacker::place_for_packet() {
  if (!options_.use_arena || head_.stream.max_packet_bytes == 0 || translation_)
    return nullptr;
  const NodeClass &c = plan_->classes[last_class_];
  State &state = states_[last_class_];
  if (c.kind == NodeKind::record)
    return state.elements < state.nodes.capacity() &&
                   state.nodes.contiguous(state.elements) > head_.stream.max_packet_bytes / c.size
               ? state.nodes[state.elements]
               : nullptr;
  if (state.array < state.nodes.labels) {
    const ReceivedArrays::Array array = state.arrays[state.array];
    if ((array.length - state.array_at) * c.size >= head_.stream.max_packet_bytes)
      return array.address + state.array_at * c.size;
  }
  return nullptr;
}

bool Unpacker::is_last(const std::byte *message, std::size_t size) {
  if (size < sizeof(wire::Footer))
    return true; // it is not AutoLink's, so nobody knows what follows
  const auto footer = wire::load_footer(message, size);
  return footer.magic != wire::footer_magic || (footer.flags & wire::packet_last);
}

void Unpacker::receive_packet(std::byte *message, std::size_t size) {
  check_message(!complete_, "a packet follows the last one");
  check_message(size <= head_.stream.max_packet_bytes, "a packet has an impossible length");
  const wire::Footer footer = receive_footer(message, size, packet_number_++);
  check_message((footer.flags & ~(wire::packet_last | wire::packet_inside)) == 0, "a packet has unknown flags");
  const std::uint64_t body = size - sizeof(wire::Footer);
  if (footer.flags & wire::packet_inside) {
    check_elements();
    check_message(plan_->has_entries && footer.announcement_bytes == 0 &&
                      checked_product(footer.elements, wire::inside_bytes) == body,
                  "a packet of inside pointers has the wrong length");
    restore_inside_places(message, footer.elements);
  } else {
    check_message(footer.node_class < n_classes_, "a packet is of an unknown class");
    check_message(n_inside_restored_ == 0, "a packet of nodes follows one of inside pointers");
    const std::uint32_t node_class = footer.node_class;
    const std::uint64_t payload = checked_product(footer.elements, element_bytes(node_class));
    check_message(checked_sum(payload, footer.announcement_bytes) == body,
                  "a packet's length is not that of its parts");
    received_bytes_ += payload;
    const bool in_place = payload > 0 && node_class == last_class_ && message == place_for_packet();
    take_new_labels(message + payload, message + body);
    take_elements(node_class, message, footer.elements, in_place);
    last_class_ = node_class;
  }
  if (footer.flags & wire::packet_last)
    check_complete();
}

void Unpacker::take_new_labels(const std::byte *at, const std::byte *end) {
  while (at != end) {
    check_message(static_cast<std::size_t>(end - at) >= sizeof(wire::NewLabels), "an announcement is truncated");
    const std::uint64_t node_class = wire::load_number(at, head_.other_order);
    const std::uint64_t labels = wire::load_number(at + 8, head_.other_order);
    at += sizeof(wire::NewLabels);
    check_message(node_class < n_classes_, "an announcement is of an unknown class");
    const auto announced = static_cast<std::uint32_t>(node_class);
    const bool has_lengths = plan_->classes[announced].kind != NodeKind::record;
    if (has_lengths)
      check_message(labels <= static_cast<std::size_t>(end - at) / 8, "lengths of arrays are truncated");
    // Each label except the root's has come in a pointer, or lies in a packet that is being filled.
    check_message(labels <= 1 + (received_bytes_ + n_classes_ * head_.stream.max_packet_bytes) / head_.pointer_bytes() -
                                nodes(),
                  "more nodes are announced than there can be");
    add_labels(announced, labels, at);
    if (has_lengths)
      at += 8 * labels;
  }
}

Failure limit_failure(std::uint64_t limit_bytes) {
  return {AL_ERR_LIMIT, "AutoLink: the structure is larger than the receiver's limit of " +
                            std::to_string(limit_bytes) + " bytes, the setting autolink_limit_bytes"};
}

void Unpacker::count_bytes(std::uint64_t bytes) {
  bytes_ = checked_sum(bytes_, bytes);
  check_limit(bytes_ + empty_arrays_);
}

void Unpacker::check_limit(std::uint64_t bytes) const {
  if (bytes > options_.limit_bytes)
    throw limit_failure(options_.limit_bytes);
}

/// Adds new labels of a class, and makes their nodes.
void Unpacker::add_labels(std::uint32_t node_class, std::uint64_t labels, const std::byte *lengths) {
  const NodeClass &c = plan_->classes[node_class];
  State &state = states_[node_class];
  if (labels == 0)
    return;
  const bool is_root = node_class == 0 && state.nodes.labels == 0;
  if (c.kind == NodeKind::record) {
    add_records(state, c, labels);
  } else {
    state.arrays.reserve(state.nodes.labels + labels, tables_);
    for (std::uint64_t i = 0; i < labels; ++i)
      add_array(state, c, wire::load_number(lengths + 8 * i, head_.other_order));
  }
  if (is_root && !options_.use_arena) {
    store(state.nodes[0], load<std::uintptr_t>(state.nodes[0]) | referenced_bit);
    state.nodes.referenced = 1;
  }
}

void Unpacker::add_records(State &state, const NodeClass &c, std::uint64_t labels) {
  count_bytes(checked_product(labels, c.size));
  const std::uint64_t end = state.nodes.labels + labels;
  if (options_.use_arena) {
    if (state.nodes.capacity() < end)
      state.nodes.reserve(end, arena_);
    if (c.promised_tree) {
      state.tree_referenced.resize(static_cast<std::size_t>(end));
      if (&state == &states_[0])
        state.tree_referenced[0] = true; // the root
    }
    state.nodes.labels = end;
    return;
  }
  if (state.nodes.capacity() < end)
    state.nodes.reserve(end, tables_);
  const auto size = static_cast<std::size_t>(c.size);
  const std::size_t align = node_align(c);
  const Allocator &allocator = options_.allocator;
  SpareNodes *const spare = spare_nodes(allocator);
  while (state.nodes.labels < end) {
    void *node = spare ? spare->take_one(*plan_, state.nodes.node_class) : nullptr;
    if (!node) {
      node = allocator.allocate(size, align, allocator.context);
      if (!node)
        throw std::bad_alloc();
      heap_prefault_.reach(node);
    }
    store(state.nodes[state.nodes.labels], reinterpret_cast<std::uintptr_t>(node));
    ++state.nodes.labels;
  }
}

/// Returns the room for an array's elements, whose bytes have been checked.
inline std::byte *Unpacker::room_for_array(State &state, const NodeClass &c, std::uint64_t length) {
  const auto size = static_cast<std::size_t>(length * c.size);
  if (options_.use_arena) {
    const auto align = static_cast<std::size_t>(c.align);
    const std::size_t needed = (size + gap_after(c) + align - 1) / align * align;
    if (static_cast<std::size_t>(state.room_end - state.room) < needed || !state.room) {
      const std::size_t block = std::max(needed, first_piece_bytes);
      state.room = arena_.allocate(block, align);
      state.room_end = state.room + block;
    }
    return std::exchange(state.room, state.room + needed);
  }
  const Allocator &allocator = options_.allocator;
  void *const room = allocator.allocate(array_bytes(length, c.size), node_align(c), allocator.context);
  if (!room)
    throw std::bad_alloc();
  if (size <= most_heap_bytes)
    heap_prefault_.reach(room);
  return static_cast<std::byte *>(room);
}

void Unpacker::add_array(State &state, const NodeClass &c, std::uint64_t length) {
  check_message(length > 0 || c.kind != NodeKind::string, "a string has no null character");
  if (length == 0)
    ++empty_arrays_;
  count_bytes(checked_product(length, c.size));
  std::byte *const address = room_for_array(state, c, length);
  try {
    state.arrays.set(state.nodes.labels, {address, length});
  } catch (...) {
    if (!options_.use_arena)
      options_.allocator.release(address, array_bytes(length, c.size), options_.allocator.context);
    throw;
  }
  ++state.nodes.labels;
  state.announced_elements += length;
}

void Unpacker::take_elements(std::uint32_t node_class, std::byte *from, std::uint64_t n, bool in_place) {
  if (n == 0)
    return;
  const NodeClass &c = plan_->classes[node_class];
  State &state = states_[node_class];
  const std::uint64_t announced = c.kind == NodeKind::record ? state.nodes.labels : state.announced_elements;
  check_message(n <= announced - state.elements, "there are more elements than were announced");
  if (translation_) [[unlikely]]
    take_translated_elements(node_class, from, n);
  else
    take_own_elements(node_class, from, n, in_place);
}

/// Takes elements that are like ours.
void Unpacker::take_own_elements(std::uint32_t node_class, std::byte *from, std::uint64_t n, bool in_place) {
  const NodeClass &c = plan_->classes[node_class];
  State &state = states_[node_class];
  begin_restoring(c, state);
  if (c.kind == NodeKind::record)
    take_records(c, state, from, n, in_place);
  else
    take_array_elements(c, state, from, n, in_place);
  rethrow();
}

/// Takes elements that have to be translated, some at a time.
void Unpacker::take_translated_elements(std::uint32_t node_class, const std::byte *from, std::uint64_t n) {
  const std::uint64_t size = plan_->classes[node_class].size;
  const std::uint64_t at_once = std::min(n, std::max<std::uint64_t>(translated_bytes / size, 1));
  if (translated_.size() < at_once * size)
    translated_.resize(static_cast<std::size_t>(at_once * size));
  while (n > 0) {
    const std::uint64_t here = std::min(n, at_once);
    translation_->translate(node_class, from, here, translated_.data());
    take_own_elements(node_class, translated_.data(), here, false);
    from += here * translation_->size_there(node_class);
    n -= here;
  }
}

void Unpacker::take_records(const NodeClass &c, State &state, std::byte *from, std::uint64_t n, bool in_place) {
  const auto size = static_cast<std::size_t>(c.size);
  if (options_.use_arena) {
    std::uint64_t left = n;
    while (left > 0) {
      const std::uint64_t here = in_place ? left : std::min(left, state.nodes.contiguous(state.elements));
      std::byte *to = state.nodes[state.elements];
      if (!in_place)
        std::memcpy(to, from, static_cast<std::size_t>(here) * size);
      restore(c, to, here);
      from += here * size;
      state.elements += here;
      left -= here;
    }
    return;
  }
  for (std::uint64_t i = 0; i < n; ++i) {
    auto *to = reinterpret_cast<std::byte *>(load<std::uintptr_t>(state.nodes[state.elements]) & ~referenced_bit);
    if (c.routines) {
      c.routines->unpack(this, from, to);
    } else {
      copy_record(to, from, size);
      restore(c, to, 1);
    }
    from += size;
    ++state.elements;
  }
}

namespace {

/// Whether there is a null character. Most strings are short, and for those this takes less time than a call of memchr.
[[gnu::always_inline]] inline bool has_null(const std::byte *at, std::size_t n) {
  constexpr std::size_t word = sizeof(std::uint64_t), most = 8 * word;
  if (n > most)
    return std::memchr(at, 0, n) != nullptr;
  for (; n >= word; n -= word, at += word) {
    const auto bytes = load<std::uint64_t>(at);
    if ((bytes - 0x0101010101010101) & ~bytes & 0x8080808080808080)
      return true;
  }
  return std::find(at, at + n, std::byte{0}) != at + n;
}

/// Checks the next part of a string. AL_Free finds the string's length by its first null character, which must be the
/// last of all.
void check_string(const std::byte *part, std::size_t n, bool is_last) {
  check_message(!is_last || part[n - 1] == std::byte{0}, "a string has no null character");
  check_message(!has_null(part, n - is_last), "a string has a null character inside");
}

} // namespace

void Unpacker::take_array_elements(const NodeClass &c, State &state, std::byte *from, std::uint64_t n, bool in_place) {
  const auto size = static_cast<std::size_t>(c.size);
  while (n > 0) {
    ReceivedArrays::Array array = state.arrays[state.array];
    while (state.array_at == array.length) { // it is done, or empty
      array = state.arrays[++state.array];
      state.array_at = 0;
    }
    const std::uint64_t here = std::min(n, array.length - state.array_at);
    std::byte *to = array.address + state.array_at * size;
    if (!in_place)
      std::memcpy(to, from, static_cast<std::size_t>(here) * size);
    restore(c, to, here);
    state.array_at += here;
    state.elements += here;
    from += here * size;
    n -= here;
    if (c.kind == NodeKind::string)
      check_string(to, static_cast<std::size_t>(here), state.array_at == array.length);
  }
}

std::byte *Unpacker::node_at(std::uint32_t node_class, std::uint64_t label) {
  State &state = states_[node_class];
  if (plan_->classes[node_class].kind != NodeKind::record)
    return state.arrays[label].address;
  std::byte *place = state.nodes[label];
  return options_.use_arena ? place : reinterpret_cast<std::byte *>(load<std::uintptr_t>(place) & ~referenced_bit);
}

void Unpacker::check_elements() const {
  for (std::size_t i = 0; i < n_classes_; ++i) {
    const State &state = states_[i];
    const bool is_record = plan_->classes[i].kind == NodeKind::record;
    check_message(state.elements == (is_record ? state.nodes.labels : state.announced_elements),
                  "elements are missing");
  }
}

/// Checks, after the last message, that everything that was announced has come, and that the inside pointers are
/// restored.
void Unpacker::check_complete() {
  check_elements();
  for (std::size_t i = 0; i < n_classes_; ++i) {
    const AL_Made &nodes = states_[i].nodes;
    check_message((options_.use_arena && plan_->classes[i].kind == NodeKind::record) ||
                      nodes.referenced == nodes.labels,
                  "there are nodes that no pointer leads to");
  }
  check_message(is_null_ || states_[0].nodes.labels > 0, "the root is missing");
  check_message(n_inside_ == n_inside_restored_, "entries of inside pointers are missing");
  if (plan_->has_late)
    check_late();
  else if ((options_.check_reachable || has_parts_) && !options_.use_arena)
    check_reachable();
  complete_ = true;
}

/// Checks that the root leads to all nodes, as AL_Free will find them.
void Unpacker::check_reachable() {
  if (is_null_)
    return;
  NoOutput output;
  Walk walk;
  walk.begin(*plan_, node_at(0, 0), Sharing::as_declared);
  try {
    walk.run(output);
  } catch (const Failure &) {
    fail_received("the first pointer to an array gives it a smaller length than others do");
  }
  for (std::uint32_t i = 0; i < n_classes_; ++i)
    check_message(walk.assigned(i) == states_[i].nodes.labels, "there are nodes that the root does not lead to");
}

/// Checks the lengths that depend on what pointers lead to, by walking over the structure as its sender did. So the
/// walk must reach the same nodes in the same order. Each is compared before it is read, and what is read to find
/// others has been checked, so nothing outside the nodes is read.
void Unpacker::check_late() {
  if (is_null_)
    return;
  std::vector<std::uint64_t> n_reached(n_classes_, 0);
  CheckingOutput output([&](std::uint32_t node_class, const std::byte *node, std::uint64_t length) {
    const State &state = states_[node_class];
    const std::uint64_t label = n_reached[node_class]++;
    const NodeClass &c = plan_->classes[node_class];
    check_message(label < state.nodes.labels && node == node_at(node_class, label),
                  "the nodes are not in the order in which their pointers lead to them");
    if (c.kind != NodeKind::record && length != state.arrays[label].length)
      throw Failure(AL_ERR_MESSAGE, "AutoLink: an " + c.name() + " has the length " +
                                        std::to_string(state.arrays[label].length) + ", where its record says " +
                                        std::to_string(length));
  });
  Walk walk;
  walk.begin(*plan_, node_at(0, 0), Sharing::as_declared);
  try {
    walk.run(output);
  } catch (const Failure &failure) {
    throw Failure(AL_ERR_MESSAGE, failure.message);
  }
  for (std::uint32_t i = 0; i < n_classes_; ++i)
    check_message(n_reached[i] == states_[i].nodes.labels, "there are nodes that the root does not lead to");
}

std::uint64_t Unpacker::nodes() const {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < n_classes_; ++i)
    out += states_[i].nodes.labels;
  return out;
}

void *Unpacker::finish(Arena &arena) {
  void *root = is_null_ ? nullptr : node_at(0, 0);
  owns_ = false;
  SpareNodes *const spare = options_.use_arena ? nullptr : spare_nodes(options_.allocator);
  if (spare && n_classes_ <= max_small_types)
    for (std::uint32_t i = 0; i < n_classes_; ++i) {
      const bool is_expected = plan_->classes[i].kind == NodeKind::record && bytes_ <= SpareNodes::most_bytes;
      spare->expect(*plan_, i, is_expected ? static_cast<unsigned>(states_[i].nodes.labels) : 0);
    }
  arena = std::move(arena_);
  return root;
}

std::optional<Unpacker::Summary> Unpacker::summarize(const std::byte *message, std::size_t size) {
  const auto head = wire::load_head(message, size);
  if (!head || head->version != wire::version)
    return std::nullopt;
  Summary out;
  out.is_whole = head->is_whole();
  if (out.is_whole)
    return out;
  const std::uint64_t packet = head->stream.max_packet_bytes;
  if (packet < sizeof(wire::Footer) || packet > wire::max_packet_bytes)
    return std::nullopt;
  out.stream = head->stream.stream;
  out.max_packet_bytes = static_cast<std::size_t>(packet);
  return out;
}

} // namespace autolink
