// The sending side without the transport. See packer.h.
#include "packer.h"

#include "core/plan/list_elements.h"

namespace autolink {
namespace {

constexpr std::size_t first_packet_bytes = 8 << 10;
constexpr std::size_t least_lengths_room = 8 << 10; // bytes in a packet
constexpr std::size_t staged_bytes = 1 << 10;       // and an element
constexpr std::size_t spare_kept = 8;
constexpr std::size_t spare_bytes = 512 << 10;

void put(std::byte *&at, const void *from, std::size_t size) {
  if (size > 0)
    std::memcpy(at, from, size);
  at += size;
}

} // namespace

void Packer::begin(const NodePlan &plan, const void *root, const PackOptions &options, std::uint64_t stream) {
  plan_ = &plan;
  options_ = options;
  stream_ = stream;
  is_null_ = root == nullptr;
  streaming_ = walked_ = done_ = false;
  failure_.clear();
  packet_number_ = 0;
  lengths_waiting_ = 0;
  inside_.clear();
  inside_sent_ = 0;
  if (abort_message_.capacity < abort_bytes)
    abort_message_ = buffer(abort_bytes);
  abort_message_.size = 0; // it may be a spare one
  spare_.reserve(spare_kept);
  if (open_.size() < plan.classes.size())
    open_.resize(plan.classes.size());
  trailer_room_ = std::max(least_lengths_room, options.packet_bytes / 4) +
                  plan.classes.size() * sizeof(wire::NewLabels) + sizeof(wire::Footer);
  const std::size_t largest = std::max(first_packet_bytes, options.eager_bytes);
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    Open &open = open_[i];
    open.size = static_cast<std::size_t>(plan.classes[i].size);
    open.close();
    open.announced = 0;
    open.lengths.clear();
    open.lengths_sent = 0;
    open.next_bytes = std::min(largest, std::max(options.packet_bytes, options.eager_bytes));
  }
  walk_.begin(plan, root, options.sharing);
}

void Packer::step() noexcept {
  if (done_)
    return;
  try {
    pack();
  } catch (...) {
    failure_.keep_current_exception();
    abort();
  }
}

void Packer::end() {
  walk_.end();
  std::vector<InsideEntry>().swap(inside_);
  ready_.clear();
  next_ready_ = 0;
  abort_message_.size = 0;
  for (Open &open : open_) {
    if (open.message.bytes)
      give_back(std::move(open.message));
    open.message = OutgoingBytes();
    open.close();
    open.stage.reset();
    std::vector<std::uint64_t>().swap(open.lengths);
  }
}

OutgoingBytes Packer::take() {
  if (ready_.empty())
    return std::exchange(abort_message_, OutgoingBytes());
  OutgoingBytes out = std::move(ready_[next_ready_++]);
  if (n_waiting() == 0) {
    ready_.clear();
    next_ready_ = 0;
  }
  return out;
}

void Packer::give_back(OutgoingBytes message) noexcept {
  if (spare_.size() < spare_.capacity() && message.capacity <= spare_bytes)
    spare_.push_back(std::move(message));
}

std::uint64_t Packer::copy(std::uint32_t node_class, const std::byte *from, std::uint64_t n) {
  Open &open = open_[node_class];
  if (static_cast<std::size_t>(open.limit - open.at) < open.size)
    if (!make_room(node_class))
      return 0;
  const auto room = static_cast<std::uint64_t>(open.limit - open.at) / open.size;
  const std::uint64_t copied = std::min(n, room);
  std::memcpy(open.at, from, static_cast<std::size_t>(copied * open.size));
  open.at += copied * open.size;
  return copied;
}

void Packer::pack() {
  if (!walked_) {
    if (!walk_.run(*this))
      return;
    walked_ = true;
    finish();
  }
  done_ = send_inside();
}

/// Makes room for an element of the class. Returns false if messages have to be taken first.
bool Packer::make_room(std::uint32_t node_class) {
  Open &open = open_[node_class];
  if (open.at && open.stage) {
    open.flush();
    if (static_cast<std::size_t>(open.limit - open.at) >= open.size)
      return true;
  }
  return next_packet(node_class);
}

/// Does the same if the packet that is being filled has no room.
bool Packer::next_packet(std::uint32_t node_class) {
  Open &open = open_[node_class];
  if (!open.message.bytes || open.at == nullptr) {
    if (streaming_ && n_waiting() >= options_.packets_waiting)
      return false;
    this->open(node_class);
    return true;
  }
  if (!streaming_)
    open_stream();
  if (n_waiting() >= options_.packets_waiting)
    return false;
  seal(node_class);
  this->open(node_class);
  return true;
}

void Packer::open(std::uint32_t node_class) {
  Open &open = open_[node_class];
  const std::size_t before = node_class == 0 && !streaming_ ? plan_->elements_begin : 0;
  const std::size_t bytes = std::max(open.next_bytes, open.size);
  open.message = buffer(before + bytes + trailer_room_ + cache_line);
  open.message.begin = before;
  if (streaming_ && options_.past_caches) {
    if (!open.stage)
      open.stage.reset(new std::byte[staged_bytes + open.size + cache_line]);
    std::byte *begin = open.message.bytes.get();
    open.message.begin = static_cast<std::size_t>(next_cache_line(begin) - begin);
  }
  open.first = open.to = open.message.data();
  open.end = open.first + bytes;
  open.room = open.at = open.stage ? next_cache_line(open.stage.get()) : open.first;
  open.limit = open.at + (open.stage ? std::min(bytes, staged_bytes + open.size) : bytes);
}

/// Copies the whole cache lines in the stage to the packet.
void Packer::Open::flush() {
  const auto staged = static_cast<std::size_t>(at - room);
  const std::size_t whole = staged / cache_line * cache_line;
  if (whole > 0) {
    copy_past_caches(to, room, whole);
    std::memcpy(room, room + whole, staged - whole);
  }
  to += whole;
  at -= whole;
  limit = room + std::min(static_cast<std::size_t>(end - to), staged_bytes + size);
}

/// Begins a stream of packets: makes the first message, which has no elements.
void Packer::open_stream() {
  const std::size_t packet = std::max(
      {options_.packet_bytes, options_.eager_bytes, first_packet_bytes, static_cast<std::size_t>(plan_->largest)});
  const wire::Stream stream = {stream_, packet + trailer_room_};
  OutgoingBytes message = buffer(plan_->head.size() + sizeof stream);
  std::byte *at = message.bytes.get();
  put_head(at, 0);
  put(at, &stream, sizeof stream);
  message.size = plan_->head.size() + sizeof stream;
  ready_.push_back(std::move(message));
  streaming_ = true;
}

/// Returns how many bytes of elements a packet may have. All open packets together are as long as one, unless that
/// leaves too few bytes for each.
std::size_t Packer::most_packet_bytes() const {
  const auto others = static_cast<std::size_t>(
      std::count_if(open_.begin(), open_.end(), [](const Open &one) { return one.at != nullptr; }));
  return std::max(options_.packet_bytes / (others + 1), std::min(first_packet_bytes, options_.packet_bytes));
}

/// Makes the packet of the class ready to be sent, or one without elements.
void Packer::seal(std::uint32_t node_class, std::uint32_t flags) {
  const std::size_t room = trailer_room_ - sizeof(wire::Footer);
  while (announcement_bytes() > room) { // those that do not fit go first, because the elements refer to them
    OutgoingBytes before = buffer(trailer_room_);
    std::byte *at = before.bytes.get();
    wire::Footer footer = {wire::footer_magic, 0, node_class, packet_number_++, 0, 0};
    footer.announcement_bytes = put_announcements(at, room);
    at += footer.announcement_bytes;
    put(at, &footer, sizeof footer);
    before.size = static_cast<std::size_t>(at - before.bytes.get());
    ready_.push_back(std::move(before));
  }
  Open &open = open_[node_class];
  OutgoingBytes message;
  std::size_t bytes = 0;
  if (open.at) {
    if (open.stage) {
      open.flush();
      finish_copies_past_caches();
      std::memcpy(open.to, open.room, static_cast<std::size_t>(open.at - open.room));
    }
    message = std::move(open.message);
    bytes = open.bytes();
    open.message = OutgoingBytes();
    open.close();
    open.next_bytes = std::min(2 * open.next_bytes, std::max(most_packet_bytes(), open.size));
  } else {
    message = buffer(trailer_room_);
  }
  std::byte *at = message.data() + bytes;
  wire::Footer footer = {wire::footer_magic, flags, node_class, packet_number_++, bytes / open.size, 0};
  footer.announcement_bytes = put_announcements(at, room);
  at += footer.announcement_bytes;
  put(at, &footer, sizeof footer);
  message.size = static_cast<std::size_t>(at - message.data());
  ready_.push_back(std::move(message));
}

void Packer::finish() {
  if (plan_->has_entries)
    inside_ = walk_.resolve_inside();
  if (!streaming_) {
    const std::size_t bytes = payload() + 8 * lengths_waiting_ + wire::inside_bytes * inside_.size();
    if (bytes <= most_whole_bytes(*plan_, options_.eager_bytes)) {
      finish_whole(bytes);
      inside_.clear();
      return;
    }
    open_stream();
  }
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < plan_->classes.size(); ++i)
    if (open_[i].bytes() > 0)
      last = i;
  for (std::uint32_t i = 0; i < last; ++i)
    if (open_[i].bytes() > 0)
      seal(i);
  seal(last, inside_.empty() ? wire::packet_last : 0);
}

/// Makes the message that holds the whole structure: head, types, counts, elements by class, lengths of arrays, inside
/// pointers.
void Packer::finish_whole(std::size_t payload) {
  const std::size_t size = plan_->elements_begin + payload;
  const bool is_in_place = open_[0].at && open_[0].message.capacity >= size;
  OutgoingBytes message = is_in_place ? std::move(open_[0].message) : buffer(size);
  message.begin = 0;
  std::byte *at = message.bytes.get();
  put_head(at, is_null_ ? wire::flag_whole | wire::flag_null : wire::flag_whole);
  put_counts(at);
  if (is_in_place)
    at = open_[0].at;
  for (std::size_t i = is_in_place ? 1 : 0; i < plan_->classes.size(); ++i)
    put(at, open_[i].first, open_[i].bytes());
  for (std::size_t i = 0; i < plan_->classes.size(); ++i)
    put(at, open_[i].lengths.data(), 8 * open_[i].lengths.size());
  put(at, inside_.data(), wire::inside_bytes * inside_.size());
  message.size = plan_->leaves_out_links && !is_null_ ? leave_out_links(*plan_, message.bytes.get(), size) : size;
  ready_.push_back(std::move(message));
}

/// Makes the packets of inside pointers, which follow those of nodes. Returns false if messages have to be taken first.
bool Packer::send_inside() {
  static_assert(sizeof(InsideEntry) == wire::inside_bytes);
  const std::size_t at_once = std::max(options_.packet_bytes / wire::inside_bytes, std::size_t{1});
  while (inside_sent_ < inside_.size()) {
    if (n_waiting() >= options_.packets_waiting)
      return false;
    const std::size_t n = std::min(at_once, inside_.size() - inside_sent_);
    const std::size_t bytes = n * wire::inside_bytes;
    OutgoingBytes message = buffer(bytes + sizeof(wire::Footer));
    std::memcpy(message.bytes.get(), inside_.data() + inside_sent_, bytes);
    inside_sent_ += n;
    const wire::Footer footer = {wire::footer_magic,
                                 wire::packet_inside | (inside_sent_ == inside_.size() ? wire::packet_last : 0),
                                 0,
                                 packet_number_++,
                                 n,
                                 0};
    std::memcpy(message.bytes.get() + bytes, &footer, sizeof footer);
    message.size = bytes + sizeof footer;
    ready_.push_back(std::move(message));
  }
  std::vector<InsideEntry>().swap(inside_);
  return true;
}

/// Makes the last message, which says that the sender gives up.
void Packer::abort() noexcept {
  done_ = true;
  put_abort(abort_message_, streaming_, packet_number_); // it is taken after all others
}

void Packer::put_head(std::byte *&at, std::uint8_t flags) const {
  std::byte &all_flags = at[offsetof(wire::Head, flags)];
  put(at, plan_->head.data(), plan_->head.size());
  all_flags = (all_flags & ~std::byte{wire::flag_whole}) | std::byte{flags};
}

void Packer::put_counts(std::byte *&at) const {
  for (std::size_t i = 0; i < plan_->classes.size(); ++i) {
    const Open &open = open_[i];
    const wire::Count counts[] = {static_cast<wire::Count>(walk_.assigned(static_cast<std::uint32_t>(i))),
                                  static_cast<wire::Count>(open.bytes() / open.size)};
    put(at, counts, plan_->classes[i].kind == NodeKind::record ? sizeof counts[0] : sizeof counts);
  }
}

std::size_t Packer::announcement_bytes() const {
  std::size_t out = 8 * lengths_waiting_;
  for (std::uint32_t i = 0; i < plan_->classes.size(); ++i)
    if (walk_.assigned(i) > open_[i].announced)
      out += sizeof(wire::NewLabels);
  return out;
}

/// Writes as many announcements as there is room for, and returns their bytes.
std::size_t Packer::put_announcements(std::byte *to, std::size_t room) {
  std::byte *at = to;
  for (std::uint32_t i = 0; i < plan_->classes.size(); ++i) {
    Open &open = open_[i];
    std::uint64_t labels = walk_.assigned(i) - open.announced;
    if (labels == 0)
      continue;
    const bool has_lengths = plan_->classes[i].kind != NodeKind::record;
    const std::size_t left = room - static_cast<std::size_t>(at - to);
    if (left < sizeof(wire::NewLabels) + (has_lengths ? 8 : 0))
      break;
    if (has_lengths)
      labels = std::min<std::uint64_t>(labels, (left - sizeof(wire::NewLabels)) / 8);
    const wire::NewLabels announcement = {i, labels};
    put(at, &announcement, sizeof announcement);
    open.announced += labels;
    if (has_lengths) {
      put(at, open.lengths.data() + open.lengths_sent, static_cast<std::size_t>(8 * labels));
      open.lengths_sent += static_cast<std::size_t>(labels);
      lengths_waiting_ -= labels;
      if (open.lengths_sent == open.lengths.size()) {
        open.lengths.clear();
        open.lengths_sent = 0;
      }
    }
  }
  return static_cast<std::size_t>(at - to);
}

/// Returns the bytes of elements that are packed and not yet sealed.
std::size_t Packer::payload() const {
  std::size_t out = 0;
  for (std::size_t i = 0; i < plan_->classes.size(); ++i)
    out += open_[i].bytes();
  return out;
}

OutgoingBytes Packer::buffer(std::size_t bytes) {
  for (OutgoingBytes &spare : spare_)
    if (spare.capacity >= bytes) {
      std::swap(spare, spare_.back());
      OutgoingBytes out = std::move(spare_.back());
      spare_.pop_back();
      out.begin = 0;
      return out;
    }
  OutgoingBytes out;
  out.bytes.reset(new std::byte[bytes]);
  out.capacity = bytes;
  return out;
}

} // namespace autolink
