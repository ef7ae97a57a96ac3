// The nodes of a structure that this process has made, to be received as if a sender with the same types had sent them.
#pragma once

#include "core/plan/node_plan.h"
#include "core/send/walk.h"
#include "unpacker.h"

#include <cstdint>
#include <vector>

namespace autolink {

class MadeStructure {
public:
  /// Begins without nodes of the plan, which must stay.
  explicit MadeStructure(const NodePlan &plan) : nodes(plan.classes.size()), plan_(plan) {}

  /// Adds a node, an array or a string of so many elements, which have to be appended in the order of the labels.
  /// Returns its label and one: the word of pointers to it.
  std::uint64_t add(std::uint32_t node_class, std::uint64_t length);

  /// Returns the structure; `n_bytes` gets the bytes of its nodes. Throws what Unpacker throws.
  void *receive(const UnpackOptions &options, Arena &arena, std::uint64_t *n_bytes = nullptr);

  struct Nodes {
    std::uint64_t labels = 0;
    std::vector<std::uint64_t> lengths; // of arrays and strings
    std::vector<std::byte> elements;    // as in messages, with words in place of pointers
  };
  std::vector<Nodes> nodes; // of each class
  std::vector<InsideEntry> inside;

private:
  void send(Unpacker &unpacker, std::vector<std::byte> &packet, std::uint32_t flags, std::size_t node_class,
            std::uint64_t elements, std::uint64_t announcement_bytes);
  void send_labels(Unpacker &unpacker);
  void send_elements(Unpacker &unpacker);
  void send_inside(Unpacker &unpacker);

  const NodePlan &plan_;
  std::uint32_t number_ = 0; // of the next packet
};

} // namespace autolink
