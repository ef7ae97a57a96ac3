// The types of a sender. See sender_types.h.
#include "sender_types.h"

#include "core/base/received.h"
#include "core/plan/description.h"

#include <algorithm>
#include <cstring>

namespace autolink {
namespace {

bool is_same_machine(const wire::LoadedHead &head) {
  return !head.other_order && head.pointer_bytes() == sizeof(void *);
}

/// Whether the class is laid out as the sender's, as far as a hashed description tells.
bool has_layout_of(const NodeClass &c, const Described &there) {
  return there.kind == static_cast<std::uint64_t>(c.kind) && there.size == c.size;
}

} // namespace

const Translation *SenderTypes::compare(const NodePlan &plan, const wire::LoadedHead &head, const std::byte *types) {
  // Most often the types are described as here, byte by byte, or as in the message before.
  const auto own_head = load<wire::Head>(plan.head.data());
  if (is_same_machine(head) && (head.flags & wire::flag_hashed) == (own_head.flags & wire::flag_hashed) &&
      head.types_bytes == own_head.types_bytes &&
      std::memcmp(types, plan.head.data() + sizeof(wire::Head), head.types_bytes) == 0)
    return nullptr;
  const bool is_known = last_.plan == &plan && last_.flags == (head.flags & flags_of_types) &&
                        last_.other_order == head.other_order &&
                        std::equal(types, types + head.types_bytes, last_.types.begin(), last_.types.end());
  if (!is_known)
    last_ = read(plan, head, types);
  return last_.translation.get();
}

SenderTypes::Sender SenderTypes::read(const NodePlan &plan, const wire::LoadedHead &head, const std::byte *types) {
  const auto sender = read_description(types, head.types_bytes, head.flags & wire::flag_hashed);
  check_message(sender && !sender->classes.empty(), "the types are truncated");
  const auto differs = [&](std::size_t i, const char *what) {
    fail_differs(plan.classes[i], sender->is_hashed ? "" : name_of(sender->classes[i]), what);
  };
  const std::size_t n = std::min(sender->classes.size(), plan.classes.size());
  for (std::size_t i = 0; i < n; ++i) {
    const NodeClass &c = plan.classes[i];
    const Described &there = sender->classes[i];
    if (there.signature_hash != c.type->signature_hash || there.signature_count != c.type->signature_count)
      differs(i, "its data, or what its pointers lead to, has another type signature");
  }
  if (sender->classes.size() != plan.classes.size())
    differs(0, "other types can be reached from it");
  Sender out = {&plan,
                static_cast<std::uint8_t>(head.flags & flags_of_types),
                head.other_order,
                {types, types + head.types_bytes},
                nullptr};
  const std::vector<std::byte> own = sender->is_hashed ? hash_description(plan) : describe(plan);
  if (sender->is_hashed) { // perhaps only because names differ
    if (is_same_machine(head) && own == out.types)
      return out;
    std::size_t i = 0;
    while (i < n && has_layout_of(plan.classes[i], sender->classes[i]))
      ++i;
    differs(i < n ? i : 0, "the machines or layouts are different, and the types are not described");
  }
  if (!is_same_machine(head) || !sender->is_like(*read_description(own.data(), own.size(), false)))
    out.translation = std::make_unique<Translation>(plan, *sender, head.other_order, head.pointer_bytes());
  return out;
}

} // namespace autolink
