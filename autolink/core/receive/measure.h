// The size of a structure, from its messages alone: for receivers that do not know its type yet.
#pragma once

#include "core/base/wire.h"

#include <vector>

namespace autolink {

class Measure {
public:
  /// Takes the first message, and then each packet, in their order. If one is damaged, the size stays unknown. After
  /// std::bad_alloc, measure_first() may be called again.
  void measure_first(const std::byte *message, std::size_t size);
  void measure_packet(const std::byte *message, std::size_t size) noexcept;

  /// Whether all messages have come and made sense.
  bool is_known() const { return is_known_ && is_complete_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t bytes() const { return bytes_; } ///< bytes of the sender's nodes
  /// Returns what a receiver compares with its limit: a byte more for each empty array.
  std::uint64_t bytes_of_limit() const { return bytes_ + empty_arrays_; }

private:
  struct Class {
    bool has_lengths;
    std::uint64_t size;
  };
  bool add(std::uint64_t nodes, std::uint64_t elements, std::uint64_t size) noexcept;
  bool measure_whole(const std::byte *at, const std::byte *end) noexcept;
  bool measure_new_labels(const std::byte *at, const std::byte *end) noexcept;

  std::vector<Class> classes_;
  bool other_order_ = false;
  bool is_known_ = false, is_complete_ = false;
  std::uint64_t nodes_ = 0, bytes_ = 0, empty_arrays_ = 0;
  std::size_t left_out_bytes_ = 0; // bytes of each node that the first message leaves out
};

} // namespace autolink
