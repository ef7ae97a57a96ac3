// The nodes of a structure as its messages hold them, without a plan: readers know the types from the file alone.
#pragma once

#include "core/base/wire.h"
#include "core/send/walk.h"
#include "types.h"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace autolink::file {

class StoredStructure {
public:
  /// Finds the nodes in messages that AL_Pack has made. The bytes and `types` must stay. Throws Failure
  /// (AL_ERR_DAMAGED) unless the messages are whole and fit the types.
  StoredStructure(const Types &types, std::span<const std::byte> messages);

  /// Whether the root is NULL.
  bool is_null() const { return is_null_; }
  std::uint64_t n_nodes(std::uint32_t node_class) const { return of(node_class).labels; }
  /// Returns the elements of all nodes of a class; that is the number of nodes if they are records.
  std::uint64_t n_elements(std::uint32_t node_class) const { return of(node_class).elements; }
  /// Returns the number of elements of a node, whose label is less than n_nodes().
  std::uint64_t length(std::uint32_t node_class, std::uint64_t label) const {
    const Nodes &nodes = of(node_class);
    return is_record(node_class) ? 1 : nodes.begins[label + 1] - nodes.begins[label];
  }

  /// Adjacent elements.
  struct Row {
    const std::byte *elements;
    std::uint64_t n;
  };
  /// Returns the element `i` of a node, which is less than its length, and those after it that are adjacent.
  Row elements(std::uint32_t node_class, std::uint64_t label, std::uint64_t i) const;

  /// Returns a number in the messages' byte order.
  std::uint64_t word(const std::byte *place, unsigned bytes) const;
  std::uint64_t pointer_word(const std::byte *place) const { return word(place, types_.pointer_bytes); }

  /// Returns the entry of a pointer whose word says that it has one: where it leads. Its class is no_class if the pointer
  /// is weak and leads nowhere. Throws Failure (AL_ERR_DAMAGED) unless there is one.
  InsideEntry inside_entry(std::uint64_t number) const;

private:
  struct Part {
    std::uint64_t first; // number of the element
    const std::byte *bytes;
  };
  struct Nodes {
    std::uint64_t labels = 0, elements = 0;
    std::vector<std::uint64_t> begins; // arrays and strings: the first element of each, and the end
    std::vector<Part> parts;           // in the order of their elements
  };

  bool is_record(std::uint32_t node_class) const { return types_.classes[node_class].kind == NodeKind::record; }
  const Nodes &of(std::uint32_t node_class) const { return nodes_[node_class]; }
  std::span<const std::byte> take_message();
  void read_first(std::span<const std::byte> message, const wire::LoadedHead &head);
  void read_whole(std::span<const std::byte> rest);
  bool read_packet(std::span<const std::byte> packet, std::uint32_t number);
  void add_labels(std::uint32_t node_class, std::uint64_t n, std::span<const std::byte> &lengths);
  void add_elements(std::uint32_t node_class, std::uint64_t n, std::span<const std::byte> &from);
  void add_inside(std::span<const std::byte> from);

  const Types &types_;
  std::span<const std::byte> messages_; // those that have not been read
  bool other_order_;
  bool is_null_ = false;
  std::vector<Nodes> nodes_;
  std::vector<InsideEntry> inside_;
  std::vector<std::byte> records_; // of a list without links, with the links
};

} // namespace autolink::file
