// Nodes that this process has made. See made_structure.h.
#include "made_structure.h"

#include "core/base/wire.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace autolink {
namespace {

constexpr std::size_t packet_bytes = 1 << 20;

template <typename T> void append(std::vector<std::byte> &to, const T &value) {
  const auto *bytes = reinterpret_cast<const std::byte *>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}

} // namespace

std::uint64_t MadeStructure::add(std::uint32_t node_class, std::uint64_t length) {
  Nodes &to = nodes[node_class];
  if (plan_.classes[node_class].kind != NodeKind::record)
    to.lengths.push_back(length);
  return ++to.labels;
}

void *MadeStructure::receive(const UnpackOptions &options, Arena &arena, std::uint64_t *n_bytes) {
  Unpacker unpacker(plan_, options);
  std::vector<std::byte> first = plan_.head;
  const auto flags = static_cast<std::byte>(wire::flag_whole);
  first[offsetof(wire::Head, flags)] &= ~flags;
  append(first, wire::Stream{0, wire::max_packet_bytes});
  unpacker.receive_first(first.data(), first.size());
  send_labels(unpacker);
  send_elements(unpacker);
  send_inside(unpacker);
  if (n_bytes)
    *n_bytes = unpacker.bytes();
  return unpacker.finish(arena);
}

/// Ends a packet that has this payload, and has it received.
void MadeStructure::send(Unpacker &unpacker, std::vector<std::byte> &packet, std::uint32_t flags,
                         std::size_t node_class, std::uint64_t elements, std::uint64_t announcement_bytes) {
  append(packet, wire::Footer{wire::footer_magic, flags, static_cast<std::uint32_t>(node_class), number_++, elements,
                              announcement_bytes});
  unpacker.receive_packet(packet.data(), packet.size());
  packet.clear();
}

void MadeStructure::send_labels(Unpacker &unpacker) {
  std::vector<std::byte> packet;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::vector<std::uint64_t> &lengths = nodes[i].lengths;
    if (plan_.classes[i].kind == NodeKind::record) {
      append(packet, wire::NewLabels{i, nodes[i].labels});
      send(unpacker, packet, 0, i, 0, packet.size());
      continue;
    }
    for (std::size_t at = 0; at < lengths.size();) {
      const std::size_t n = std::min(packet_bytes / 8, lengths.size() - at);
      append(packet, wire::NewLabels{i, n});
      for (const std::size_t end = at + n; at < end; ++at)
        append(packet, lengths[at]);
      send(unpacker, packet, 0, i, 0, packet.size());
    }
  }
}

void MadeStructure::send_elements(Unpacker &unpacker) {
  std::vector<std::byte> packet;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto size = static_cast<std::size_t>(plan_.classes[i].size);
    const std::size_t at_once = std::max<std::size_t>(packet_bytes / size, 1) * size;
    std::vector<std::byte> &elements = nodes[i].elements;
    for (std::size_t at = 0; at < elements.size();) {
      const std::size_t n = std::min(at_once, elements.size() - at);
      packet.assign(elements.data() + at, elements.data() + at + n);
      at += n;
      send(unpacker, packet, 0, i, n / size, 0);
    }
    std::vector<std::byte>().swap(elements);
  }
}

void MadeStructure::send_inside(Unpacker &unpacker) {
  std::vector<std::byte> packet;
  std::uint64_t n = 0;
  const std::uint32_t flags = plan_.has_entries ? wire::packet_inside : 0;
  for (const InsideEntry &entry : inside) {
    append(packet, entry);
    if (++n == packet_bytes / wire::inside_bytes)
      send(unpacker, packet, flags, 0, std::exchange(n, 0), 0);
  }
  send(unpacker, packet, flags | wire::packet_last, 0, n, 0);
}

} // namespace autolink
