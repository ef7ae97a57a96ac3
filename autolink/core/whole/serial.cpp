// Structures in memory. See serial.h.
#include "serial.h"

#include "core/small/small.h"

#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace autolink {

namespace {

struct Free {
  void operator()(std::byte *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<std::byte, Free>;

/// Resizes memory, and keeps its contents.
void resize(Memory &memory, std::size_t bytes) {
  auto *resized = static_cast<std::byte *>(std::realloc(memory.get(), bytes));
  if (!resized)
    throw std::bad_alloc();
  static_cast<void>(memory.release());
  memory.reset(resized);
}

} // namespace

void *pack(const NodePlan &plan, const void *root, PackOptions options, std::size_t &size) {
  constexpr std::size_t prefix = sizeof(std::uint64_t);
  Memory out;
  std::size_t used = 0, capacity = prefix + wire::max_first_bytes;
  resize(out, capacity);
  if ((size = pack_small(plan, root, options, out.get() + prefix)) > 0) {
    store<std::uint64_t>(out.get(), size);
    size += prefix;
    resize(out, size);
    return out.release();
  }
  options.packets_waiting = 1;
  Packer packer;
  packer.begin(plan, root, options, 0);
  while (!packer.done() || packer.has_message()) {
    if (!packer.has_message()) {
      packer.step();
      continue;
    }
    OutgoingBytes message = packer.take();
    const std::size_t needed = used + prefix + message.size;
    if (needed > capacity) {
      capacity = std::max(needed, capacity + capacity / 2);
      resize(out, capacity);
    }
    store<std::uint64_t>(out.get() + used, message.size);
    std::memcpy(out.get() + used + prefix, message.data(), message.size);
    used = needed;
    packer.give_back(std::move(message));
  }
  if (packer.failure())
    throw Failure(*packer.failure());
  resize(out, used);
  size = used;
  return out.release();
}

std::unique_ptr<MessageSource> messages_of(const NodePlan &plan, const void *root, PackOptions options) {
  options.packets_waiting = 1;
  auto out = std::make_unique<Packer>();
  out->begin(plan, root, options, 0);
  return out;
}

std::size_t SerialForm::take(std::byte *to, std::size_t room) {
  constexpr std::size_t prefix = sizeof(std::uint64_t);
  std::size_t used = 0;
  while (used < room) {
    if (message_.size == 0) {
      while (!source_->done() && !source_->has_message())
        source_->step();
      if (const Failure *failure = source_->failure())
        throw Failure(*failure);
      if (!source_->has_message())
        break;
      message_ = source_->take();
      taken_ = 0;
    }
    std::byte length[prefix];
    store<std::uint64_t>(length, message_.size);
    const bool is_length = taken_ < prefix;
    const std::byte *const from = is_length ? length + taken_ : message_.data() + (taken_ - prefix);
    const std::size_t n = std::min(room - used, (is_length ? prefix : prefix + message_.size) - taken_);
    std::memcpy(to + used, from, n);
    used += n;
    taken_ += n;
    if (taken_ == prefix + message_.size)
      source_->give_back(std::exchange(message_, {}));
  }
  return used;
}

void *unpack(const NodePlan &plan, const void *bytes, std::size_t size, const UnpackOptions &options, Arena &arena) {
  const auto *at = static_cast<const std::byte *>(bytes);
  constexpr std::size_t prefix = sizeof(std::uint64_t);
  if (size >= prefix + sizeof(wire::magic)) {
    const auto magic = load<std::uint32_t>(at + prefix);
    require(magic == wire::magic || magic == __builtin_bswap32(wire::magic), AL_ERR_MESSAGE,
            "AutoLink: these bytes were not packed by AL_Pack");
  }
  const auto head = size > prefix ? wire::load_head(at + prefix, size - prefix) : std::nullopt;
  const bool other_order = head && head->other_order;
  if (head && wire::load_number(at, other_order) == size - prefix)
    if (void *root = unpack_small(plan, at + prefix, size - prefix, options, arena))
      return root;
  std::vector<std::byte> packet;
  Unpacker unpacker(plan, options);
  bool is_first = true;
  while (!unpacker.complete()) {
    require(size >= prefix, AL_ERR_MESSAGE, "AutoLink: the packed structure is truncated");
    const std::uint64_t length = wire::load_number(at, other_order);
    at += prefix;
    size -= prefix;
    require(length <= size, AL_ERR_MESSAGE, "AutoLink: the packed structure is truncated");
    const auto message_bytes = static_cast<std::size_t>(length);
    if (is_first) {
      unpacker.receive_first(at, message_bytes);
    } else if (std::byte *place =
                   message_bytes <= unpacker.max_packet_bytes() ? unpacker.place_for_packet() : nullptr) {
      std::memcpy(place, at, message_bytes);
      unpacker.receive_packet(place, message_bytes);
    } else {
      packet.assign(at, at + message_bytes);
      unpacker.receive_packet(packet.data(), message_bytes);
    }
    is_first = false;
    at += message_bytes;
    size -= message_bytes;
  }
  require(size == 0, AL_ERR_MESSAGE, "AutoLink: something follows the packed structure");
  return unpacker.finish(arena);
}

} // namespace autolink
