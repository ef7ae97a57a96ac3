// Lists are sent without their links. If each node leads to the next, the labels say nothing, and a short list costs no
// more than its bytes.
#pragma once

#include "core/base/bytes.h"
#include "core/base/wire.h"
#include "description.h"
#include "node_plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace autolink {

/// What messages hold of a record of a list: all but the link.
class ListElement {
public:
  explicit ListElement(const NodeClass &c)
      : before_(c.links[0].offset), after_(static_cast<std::size_t>(c.size) - before_ - sizeof(Word)) {}

  std::size_t size() const { return before_ + after_; }

  void pack(std::byte *to, const std::byte *record) const {
    copy(to, record, to + before_, record + before_ + sizeof(Word));
  }
  void unpack(std::byte *record, const std::byte *from) const {
    copy(record, from, record + before_ + sizeof(Word), from + before_);
  }

private:
  void copy(std::byte *to, const std::byte *from, std::byte *to_after, const std::byte *from_after) const {
    if (before_ > 0)
      copy_record(to, from, before_);
    if (after_ > 0)
      copy_record(to_after, from_after, after_);
  }

  std::size_t before_, after_;
};

/// Leaves the links out of a first message that holds a list, if each node leads to the next. Returns the message's new
/// length.
std::size_t leave_out_links(const NodePlan &plan, std::byte *message, std::size_t size);

/// A list in a message without links, in the sender's layout.
struct SentList {
  std::size_t record_bytes, link_offset, link_bytes;
  bool other_order;
  bool is_ring;

  /// Returns the list of a message with one of wire::list_flags; nothing if the message cannot hold one.
  static std::optional<SentList> of(const wire::LoadedHead &head, const Description &sender);

  std::size_t element_bytes() const { return record_bytes - link_bytes; }

  /// Writes `n` records from elements without links.
  void put_links_in(std::byte *to, const std::byte *from, std::size_t n) const;
};

} // namespace autolink
