// Outputs of a walk (walk.h) that keep nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autolink {

/// Takes the nodes of a walk without their elements.
struct NoOutput {
  std::byte *room(std::uint32_t) { return &unused; }
  std::uint64_t copy(std::uint32_t, const std::byte *, std::uint64_t n) { return n; }
  void announce(std::uint32_t, std::uint64_t) {}
  static constexpr bool reads_elements = false;

  std::byte unused = {};
};

/// Takes the elements, too: each is written over the one before it.
struct OneElementOutput : NoOutput {
  explicit OneElementOutput(std::uint64_t largest_element) : element(static_cast<std::size_t>(largest_element)) {}
  std::byte *room(std::uint32_t) { return element.data(); }
  static constexpr bool reads_elements = true;

  std::vector<std::byte> element;
};

/// Compares each node of a walk with what is expected, before it is read: check(node_class, node, length) may throw.
template <typename Check> struct CheckingOutput : NoOutput {
  explicit CheckingOutput(Check check) : check(check) {}
  void reach(std::uint32_t node_class, const std::byte *node, std::uint64_t length) { check(node_class, node, length); }

  Check check;
};

} // namespace autolink
