// Objects become packets and come back, without MPI.
#pragma once

#include <autolink/al_transfer.hpp>

#include "core/base/failure.h"
#include "core/file/reading.h"
#include "core/stream/stream_sink.h"
#include "core/stream/stream_source.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace objects {

using Packets = std::vector<std::vector<char>>;

/// Returns the packets, one of which has lost its end or has a wrong bit.
inline Packets damaged(Packets packets, std::mt19937 &random) {
  std::vector<char> &one = packets[random() % packets.size()];
  if (random() % 4 == 0)
    one.resize(random() % (one.size() + 1));
  else
    one[random() % one.size()] ^= static_cast<char>(1 << random() % 8);
  return packets;
}

/// Throws what a function of a transfer has reported. All of an object may have come, and be followed by more.
inline void check(autolink::detail::transfer &transfer, int code, const std::string &text) {
  if (code != 0)
    transfer.discard();
  transfer.rethrow();
  if (code != 0)
    throw autolink::error(code, text);
}

/// Returns the packets of an object, each of which is cut at the first possible place after capacity() bytes.
template <typename T, typename Capacity> Packets packets_of(const T &object, Capacity capacity) {
  struct Filling {
    AL_Packet packet; // must be the first member
    std::vector<char> bytes;
  };
  const auto grow = [](AL_Packet *packet, std::size_t bytes) -> int {
    auto &self = *reinterpret_cast<Filling *>(packet);
    try {
      self.bytes.resize(bytes);
    } catch (const std::bad_alloc &) {
      return AL_ERR_MEMORY;
    }
    packet->bytes = self.bytes.data();
    packet->capacity = bytes;
    return 0;
  };
  autolink::detail::sending<T> all(object);
  const AL_Source source = all.source();
  Packets out;
  for (int is_complete = 0; !is_complete;) {
    Filling filling;
    filling.bytes.resize(capacity());
    filling.packet = {filling.bytes.data(), 0, filling.bytes.size(), grow};
    const char *text = "";
    const int code = source.write(source.state, &filling.packet, &is_complete, &text);
    check(all, code, text);
    out.emplace_back(filling.packet.bytes, filling.packet.bytes + filling.packet.size);
  }
  return out;
}

template <typename T> void read(T &object, const Packets &packets, std::uint64_t limit_bytes = PTRDIFF_MAX) {
  autolink::detail::receiving_for<T> all(object);
  const AL_Sink sink = all.sink();
  for (const std::vector<char> &one : packets) {
    const char *text = "";
    const bool is_last = &one == &packets.back();
    const int code = sink.read(sink.state, one.data(), one.size(), is_last, limit_bytes, &text);
    check(all, code, text);
  }
  all.finish();
}

/// Returns the messages of an object, as they travel between ranks.
template <typename T> Packets messages_of(const T &object, const autolink::StreamOptions &options) {
  autolink::detail::sending<T> all(object);
  autolink::StreamSource source(all.source(), options, 1);
  Packets out;
  while (!source.done() || source.has_message()) {
    if (!source.has_message()) {
      source.step();
      continue;
    }
    autolink::OutgoingBytes message = source.take();
    const char *const bytes = reinterpret_cast<const char *>(message.data());
    out.emplace_back(bytes, bytes + message.size);
    source.give_back(std::move(message));
  }
  if (const autolink::Failure *failure = source.failure())
    check(all, failure->error, failure->message);
  return out;
}

template <typename T> void receive(T &object, const Packets &messages, std::uint64_t limit_bytes = PTRDIFF_MAX) {
  autolink::detail::receiving_for<T> all(object);
  autolink::StreamSink sink(all.sink(), limit_bytes);
  const auto bytes = [](const std::vector<char> &one) { return reinterpret_cast<const std::byte *>(one.data()); };
  try {
    sink.receive_first(bytes(messages[0]), messages[0].size());
    for (std::size_t i = 1; i < messages.size(); ++i)
      sink.receive_packet(bytes(messages[i]), messages[i].size());
  } catch (const autolink::Failure &failure) {
    check(all, failure.error, failure.message);
  }
  if (!sink.complete())
    throw autolink::error(AL_ERR_MESSAGE, "the last message is missing");
  all.finish();
}

/// Returns what a file says of the type.
template <typename T> autolink::file::ContentType content_type_of() {
  const AL_ContentType type = autolink::detail::type_of<T>();
  return {type.hash, type.name, autolink::detail::noted_description_of<T>().text};
}

/// Reads an object of a file.
template <typename T>
void read(T &object, autolink::file::StructureReader &file, std::uint64_t which,
          std::uint64_t limit_bytes = PTRDIFF_MAX) {
  autolink::detail::receiving_for<T> all(object);
  try {
    file.read(which, all.sink(), all.fields(), limit_bytes);
  } catch (const autolink::Failure &failure) {
    check(all, failure.error, failure.message);
  }
  all.finish();
}

/// Returns what body() throws: the class and the text of AutoLink's errors, or the text of others. Empty if nothing.
template <typename Body> std::string thrown_by(Body body) {
  try {
    body();
    return "";
  } catch (const autolink::error &error) {
    return error.what();
  } catch (const std::exception &error) {
    return error.what();
  }
}

} // namespace objects
