// Lists in messages without their links: where each node leads to the next, the labels say nothing, and a short list
// takes as long as its bytes.
#pragma once

#include "core/base/bytes.h"
#include "core/base/wire.h"
#include "description.h"
#include "node_plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace autolink {

/// What messages have of a record of a plan that is a list: all but the link.
class ListElement {
public:
  explicit ListElement(const NodeClass &c)
      : before_(c.links[0].offset), behind_(static_cast<std::size_t>(c.size) - before_ - sizeof(Word)) {}

  std::size_t size() const { return before_ + behind_; }

  void pack(std::byte *to, const std::byte *record) const {
    copy(to, record, to + before_, record + before_ + sizeof(Word));
  }
  void unpack(std::byte *record, const std::byte *from) const {
    copy(record, from, record + before_ + sizeof(Word), from + before_);
  }

private:
  void copy(std::byte *to, const std::byte *from, std::byte *to_behind, const std::byte *from_behind) const {
    if (before_ > 0)
      copy_record(to, from, before_);
    if (behind_ > 0)
      copy_record(to_behind, from_behind, behind_);
  }

  std::size_t before_, behind_;
};

/// Leaves the links out of a first message of such a plan, which holds the structure, if each leads to the next. The
/// message's length then.
std::size_t leave_out_links(const NodePlan &plan, std::byte *message, std::size_t size);

/// A list in a message without links, in the sender's layout.
struct SentList {
  std::size_t record_bytes, link_offset, link_bytes;
  bool other_order;
  bool is_ring;

  /// Of a message with one of wire::list_flags; nothing if it cannot have it.
  static std::optional<SentList> of(const wire::LoadedHead &head, const Description &sender);

  std::size_t element_bytes() const { return record_bytes - link_bytes; }

  /// Writes `n` records from elements without links.
  void put_links_in(std::byte *to, const std::byte *from, std::size_t n) const;
};

} // namespace autolink
