// Writes the contents of a planned structure. See content_writer.h.
#include "content_writer.h"

#include <cstring>
#include <new>
#include <random>

namespace autolink {
namespace {

/// How many records ahead the copy of one is prefetched.
constexpr std::size_t distance = 20;

std::uint64_t new_plan_number() {
  std::random_device source;
  return std::uint64_t{source()} << 32 | source();
}

bool is_equal(const std::byte *a, const std::byte *b, std::size_t bytes) {
  return bytes == 8 ? load<std::uint64_t>(a) == load<std::uint64_t>(b) : std::memcmp(a, b, bytes) == 0;
}

} // namespace

ContentWriter::ContentWriter(std::shared_ptr<PlannedStructure> plan, const ContentReceiver &to, bool only_changed)
    : plan_(std::move(plan)), to_(to) {
  const RecordedStructure &recorded = plan_->recorded;
  std::uint64_t largest = 1;
  for (const RecordedClass &c : recorded.classes())
    largest = std::max(largest, c.content_bytes);
  SentContents &sent = plan_->sent;
  const std::lock_guard lock(sent.mutex);
  if (!sent.copy)
    sent.copy = sent.memory.allocate(static_cast<std::size_t>(recorded.content_bytes() + 1), alignof(std::uint64_t));
  if (only_changed && !sent.changed_in) {
    const auto n = static_cast<std::size_t>(recorded.n_nodes());
    std::byte *const memory = sent.memory.allocate((n + 1) * sizeof *sent.changed_in, alignof(std::uint64_t));
    sent.changed_in = reinterpret_cast<std::uint64_t *>(memory);
    std::fill_n(sent.changed_in, n, 0);
  }
  if (sent.plan == 0)
    sent.plan = new_plan_number() | 1;
  element_.reset(new std::byte[static_cast<std::size_t>(largest)]);
  std::uint64_t base = 0;
  if (sent.changed_in) {
    std::uint64_t &last = sent.sent_to[to_];
    base = only_changed ? last : 0;
    last = sent.version + 1;
  }
  head_ = {recorded.shape(), recorded.n_nodes(), sent.plan, ++sent.version, base};
}

ContentWriter::~ContentWriter() {
  if (is_sent_)
    return;
  const std::lock_guard lock(plan_->sent.mutex);
  plan_->sent.sent_to.erase(to_);
}

AL_Source ContentWriter::source() { return {plan_->type(), write, this}; }

int ContentWriter::write(void *self, AL_Packet *packet, int *is_complete, const char **text) {
  auto &writer = *static_cast<ContentWriter *>(self);
  try {
    writer.fill(*packet);
    *is_complete = writer.is_complete_;
    return 0;
  } catch (Failure &failure) {
    writer.failure_.swap(failure.message);
    *text = writer.failure_.c_str();
    return failure.error;
  } catch (...) {
    *text = "AutoLink: memory ran out";
    return AL_ERR_MEMORY;
  }
}

/// Makes room for so many bytes in a packet.
void ContentWriter::reserve(AL_Packet &packet, std::size_t bytes) {
  if (packet.capacity - packet.size < bytes && packet.grow(&packet, packet.size + bytes) != 0)
    throw std::bad_alloc();
}

void ContentWriter::fill(AL_Packet &packet) {
  const std::lock_guard lock(plan_->sent.mutex);
  run_ = no_run;
  if (!has_head_) {
    refresh_copy();
    reserve(packet, sizeof head_);
    std::memcpy(packet.bytes + packet.size, &head_, sizeof head_);
    packet.size += sizeof head_;
    has_head_ = true;
  }
  const std::vector<RecordedClass> &classes = plan_->recorded.classes();
  for (; at_.node_class < classes.size(); ++at_.node_class, at_.label = 0) {
    const RecordedClass &c = classes[at_.node_class];
    while (at_.label < c.size())
      if (!fill_from_copy(c, packet))
        return;
  }
  is_complete_ = true;
}

/// Returns for how many of these units there is room. A packet always takes one.
std::uint64_t ContentWriter::units_with_room(const RecordedClass &c, std::uint64_t units, AL_Packet &packet) const {
  if (c.unit_bytes == 0 || units == 0)
    return units;
  if (packet.size == 0)
    reserve(packet, static_cast<std::size_t>(c.unit_bytes));
  const std::size_t room = packet.capacity - packet.size;
  return units == 1 ? room >= c.unit_bytes : std::min<std::uint64_t>(units, room / c.unit_bytes);
}

/// Brings the copy up to date, and notes which nodes have changed. So nothing has been sent if the shape has changed.
void ContentWriter::refresh_copy() {
  for (const RecordedClass &c : plan_->recorded.classes()) {
    if (!c.by_address.empty()) {
      const std::uint64_t *words = c.words.data();
      for (std::size_t place = 0; place < c.by_address.size(); ++place, words += c.n_words) {
        if (place + distance < c.by_address.size()) {
          const PlacedRecord &next = c.by_address[place + distance];
          prefetch(next.node);
          prefetch(copy_of(c, next.label));
          if (plan_->sent.changed_in)
            prefetch(plan_->sent.changed_in + c.first_node + next.label);
        }
        refresh_element(c, c.by_address[place].label, c.by_address[place].node, 0, words);
      }
      continue;
    }
    for (std::uint64_t label = 0; label < c.size(); ++label) {
      c.prefetch_after(label);
      if (c.is_plain && !c.is_record()) {
        refresh_plain(c, label);
        continue;
      }
      const std::uint64_t *words = c.words_of(label, 0);
      for (std::uint64_t i = 0; i < c.n_elements(label); ++i, words += c.n_words)
        refresh_element(c, label, c.element(label, i), i, words);
    }
  }
}

void ContentWriter::refresh_element(const RecordedClass &c, std::uint64_t label, const std::byte *element,
                                    std::uint64_t i, const std::uint64_t *words) {
  plan_->recorded.check_pointers(c, label, i, element, words);
  if (c.has_choices || c.has_lengths)
    plan_->recorded.check_values(c, label, i, element, words, AL_ERR_STRUCTURE, true);
  std::byte *const copy = copy_of(c, label) + i * c.content_bytes;
  if (!plan_->sent.changed_in) {
    c.pack(copy, element, words);
    return;
  }
  c.pack(element_.get(), element, words);
  update(c, label, copy, element_.get(), static_cast<std::size_t>(c.content_bytes));
}

/// Does the same for an array of elements without pointers.
void ContentWriter::refresh_plain(const RecordedClass &c, std::uint64_t label) {
  const std::byte *const array = c.nodes[static_cast<std::size_t>(label)];
  const auto bytes = static_cast<std::size_t>(c.n_units(label));
  if (c.node_class->kind == NodeKind::string)
    plan_->recorded.check_string(c, label, 0, array, bytes, AL_ERR_STRUCTURE);
  if (!plan_->sent.changed_in)
    std::memcpy(copy_of(c, label), array, bytes);
  else
    update(c, label, copy_of(c, label), array, bytes);
}

void ContentWriter::update(const RecordedClass &c, std::uint64_t label, std::byte *copy, const std::byte *contents,
                           std::size_t bytes) {
  std::uint64_t &changed_in = plan_->sent.changed_in[c.first_node + label];
  if (changed_in != 0 && is_equal(copy, contents, bytes))
    return;
  copy_record(copy, contents, bytes);
  changed_in = head_.version;
}

/// Adds the node at hand to the run, or begins a run with it. Returns false if the packet has no room for it.
bool ContentWriter::begin_node(const RecordedClass &c, AL_Packet &packet) {
  const std::uint64_t number = c.first_node + at_.label;
  const std::size_t least = c.n_units(at_.label) > 0 ? static_cast<std::size_t>(c.unit_bytes) : 0;
  RunHead run = {0, 0};
  if (run_ != no_run) {
    if (packet.capacity - packet.size < least)
      return false;
    std::memcpy(&run, packet.bytes + run_, sizeof run);
  }
  if (run_ == no_run || next_ != number || run.count == UINT32_MAX) {
    run = {static_cast<std::uint32_t>(std::min<std::uint64_t>(number - next_, UINT32_MAX)), 0};
    if (packet.size == 0)
      reserve(packet, sizeof run + least);
    if (packet.capacity - packet.size < sizeof run + least)
      return false;
    run_ = packet.size;
    packet.size += sizeof run;
    next_ += run.gap;
    if (next_ != number) { // the gap goes on
      std::memcpy(packet.bytes + run_, &run, sizeof run);
      return begin_node(c, packet);
    }
  }
  ++run.count;
  ++next_;
  std::memcpy(packet.bytes + run_, &run, sizeof run);
  return true;
}

/// Copies what is at hand, at most to the end of the class. Returns false if the packet is full.
bool ContentWriter::fill_from_copy(const RecordedClass &c, AL_Packet &packet) {
  const bool is_all = head_.base == 0;
  if (!is_all && at_.unit == 0) {
    const std::uint64_t *changed_in = plan_->sent.changed_in + c.first_node;
    while (at_.label < c.size() && changed_in[at_.label] <= head_.base)
      ++at_.label;
    if (at_.label == c.size())
      return true;
    if (!begin_node(c, packet))
      return false;
  }
  const std::uint64_t wanted = is_all && c.is_record() ? c.size() - at_.label : c.n_units(at_.label) - at_.unit;
  const std::uint64_t n = units_with_room(c, wanted, packet);
  const auto bytes = static_cast<std::size_t>(n * c.unit_bytes);
  copy_record(reinterpret_cast<std::byte *>(packet.bytes + packet.size),
              copy_of(c, at_.label) + at_.unit * c.unit_bytes, bytes);
  packet.size += bytes;
  if (is_all && c.is_record()) {
    at_.label += n;
    return n == wanted;
  }
  at_.unit += n;
  if (n < wanted)
    return false;
  next_node();
  return true;
}

} // namespace autolink
