// The sending side of contents that the caller's functions write. See stream_source.h.
#include "stream_source.h"

#include "core/base/thread_local_pool.h"
#include "stream_types.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace autolink {
namespace {

constexpr std::size_t first_packet_bytes = 8 << 10;
constexpr std::size_t least_packet_bytes = 1 << 10;
constexpr std::size_t most_kept_bytes = 512 << 10;

OutgoingBytes buffer(std::size_t bytes) {
  OutgoingBytes out;
  out.bytes.reset(new std::byte[bytes]);
  out.capacity = bytes;
  return out;
}

} // namespace

StreamSource::StreamSource(const AL_Source &source, const StreamOptions &options, std::uint64_t stream)
    : source_(source), options_(options), stream_(stream), head_bytes_(stream_head_bytes(source.type)) {
  options_.packet_bytes = std::max(options_.packet_bytes, least_packet_bytes);
  options_.eager_bytes = std::min(options_.eager_bytes, wire::max_first_bytes - head_bytes_);
  next_bytes_ = std::max(std::min(first_packet_bytes, options_.packet_bytes), options_.eager_bytes);
  abort_message_ = buffer(abort_bytes); // its size says whether it is sent
}

int StreamSource::grow(AL_Packet *packet, std::size_t capacity) {
  Filling &filling = *reinterpret_cast<Filling *>(packet);
  OutgoingBytes &message = filling.message;
  try {
    capacity = std::max(capacity, packet->capacity + packet->capacity / 2);
    OutgoingBytes larger = buffer(message.begin + capacity + sizeof(wire::Footer));
    larger.begin = message.begin;
    std::memcpy(larger.data(), message.data(), packet->size);
    message = std::move(larger);
  } catch (...) {
    return AL_ERR_MEMORY;
  }
  packet->bytes = reinterpret_cast<char *>(message.data());
  packet->capacity = capacity;
  return 0;
}

void StreamSource::step() noexcept {
  if (done_)
    return;
  try {
    fill();
  } catch (...) {
    failure_.keep_current_exception();
    next_ready_ = n_ready_ = 0;
    put_abort(abort_message_, streaming_, packet_number_);
    done_ = true;
  }
}

void StreamSource::fill() {
  Filling filling;
  begin_packet(filling);
  int is_complete = 0;
  const char *text = "";
  if (const int error = source_.write(source_.state, &filling.packet, &is_complete, &text))
    throw Failure(error, text);
  filling.message.size = filling.packet.size;
  require(filling.message.size <= wire::max_packet_bytes - sizeof(wire::Footer), AL_ERR_STRUCTURE,
          "AutoLink: an item is longer than a packet can be");
  if (!streaming_ && is_complete && filling.message.size <= options_.eager_bytes) {
    filling.message.begin -= head_bytes_;
    filling.message.size += head_bytes_;
    put_stream_head(filling.message.data(), source_.type, wire::flag_whole);
  } else {
    if (!streaming_) {
      OutgoingBytes first = buffer(head_bytes_ + sizeof(wire::Stream));
      first.size = first.capacity;
      put_stream_head(first.data(), source_.type, 0);
      const wire::Stream stream = {stream_, wire::max_packet_bytes};
      std::memcpy(first.data() + head_bytes_, &stream, sizeof stream);
      ready_[n_ready_++] = std::move(first);
      streaming_ = true;
    }
    seal(filling, is_complete ? wire::packet_last : 0);
    next_bytes_ = std::min(2 * next_bytes_, options_.packet_bytes);
  }
  ready_[n_ready_++] = std::move(filling.message);
  done_ = is_complete;
}

void StreamSource::begin_packet(Filling &filling) {
  const std::size_t needed = head_bytes_ + next_bytes_ + sizeof(wire::Footer);
  const std::unique_ptr<OutgoingBytes> kept = Pool<OutgoingBytes>::get();
  filling.message = kept->capacity >= needed ? std::move(*kept) : buffer(needed);
  filling.message.begin = head_bytes_; // which keeps the alignment
  filling.packet = {reinterpret_cast<char *>(filling.message.data()), 0, next_bytes_, grow};
}

void StreamSource::seal(Filling &filling, std::uint32_t flags) {
  OutgoingBytes &message = filling.message;
  const wire::Footer footer = {wire::footer_magic, flags, 0, packet_number_++, message.size, 0};
  std::memcpy(message.data() + message.size, &footer, sizeof footer);
  message.size += sizeof footer;
}

OutgoingBytes StreamSource::take() {
  if (next_ready_ == n_ready_)
    return std::exchange(abort_message_, OutgoingBytes());
  OutgoingBytes out = std::move(ready_[next_ready_++]);
  if (next_ready_ == n_ready_)
    next_ready_ = n_ready_ = 0;
  return out;
}

void StreamSource::give_back(OutgoingBytes message) noexcept {
  if (message.capacity > most_kept_bytes)
    return;
  try {
    Pool<OutgoingBytes>::put(std::make_unique<OutgoingBytes>(std::move(message)));
  } catch (...) { // it is freed
  }
}

} // namespace autolink
