// The types of a sender. See sender_types.h.
#include "sender_types.h"

#include "core/base/received.h"
#include "core/plan/description.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace autolink {
namespace {

bool is_same_machine(const wire::LoadedHead &head) {
  return !head.other_order && head.pointer_bytes() == sizeof(void *);
}

/// Whether the class is laid out as the sender's, as far as a hashed description tells.
bool has_layout_of(const NodeClass &c, const Described &there) {
  return there.kind == static_cast<std::uint64_t>(c.kind) && there.size == c.size;
}

/// The values of a type map, one run after the other.
struct Values {
  std::uint64_t run = 0, taken = 0; // the place in the list of runs
};

std::string name_of_basic(std::uint64_t basic) {
  return basic < AL_BASIC_TYPES ? AL_Basic[basic].name : "of an unknown type";
}

/// Returns the first value or pointer in which the sender's record differs from ours, ": value 2 is int at byte 4 here,
/// float at byte 4 there"; empty if that is not known.
std::string first_difference(const NodeClass &c, const Described &there) {
  const auto text = [](const std::string &what) { return ": " + what; };
  std::uint64_t number = 1; // of the value
  Values here_at, there_at;
  while (true) {
    while (here_at.run < c.type->n_data && here_at.taken == c.type->data[here_at.run].count)
      here_at = {here_at.run + 1, 0};
    while (there_at.run < there.runs.size() && there_at.taken == there.runs[there_at.run].count)
      there_at = {there_at.run + 1, 0};
    const bool ends_here = here_at.run == c.type->n_data, ends_there = there_at.run == there.runs.size();
    if (ends_here && ends_there)
      break;
    if (ends_here != ends_there)
      return text((ends_here ? "the sender has" : "the sender does not have") + std::string(" value ") +
                  std::to_string(number) + ", " +
                  name_of_basic(ends_here ? there.runs[there_at.run].basic : c.type->data[here_at.run].basic));
    const AL_Run &ours = c.type->data[here_at.run];
    const Described::Run &theirs = there.runs[there_at.run];
    if (ours.basic != theirs.basic)
      return text("value " + std::to_string(number) + " is " + name_of_basic(ours.basic) + " at byte " +
                  std::to_string(ours.offset + here_at.taken * ours.stride) + " here, " + name_of_basic(theirs.basic) +
                  " at byte " + std::to_string(theirs.offset + there_at.taken * theirs.stride) + " there");
    const std::uint64_t n = std::min(ours.count - here_at.taken, theirs.count - there_at.taken);
    here_at.taken += n;
    there_at.taken += n;
    number += n;
  }
  for (std::size_t i = 0; i < c.slots.size() && i < there.pointers.size(); ++i)
    if (there.pointers[i].count != c.slots[i].count || there.pointers[i].choices != describe_choices(c.slots[i]))
      return text(std::string("the pointer ") + c.slots[i].name + " leads to something else");
  if (there.pointers.size() < c.slots.size())
    return text(std::string("the sender does not have the pointer ") + c.slots[there.pointers.size()].name);
  return there.pointers.size() > c.slots.size() ? text("the sender has more pointers") : "";
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
  const auto differs = [&](std::size_t i, const std::string &what) {
    fail_differs(plan.classes[i], sender->is_hashed ? "" : name_of(sender->classes[i]), what);
  };
  const std::size_t n = std::min(sender->classes.size(), plan.classes.size());
  for (std::size_t i = 0; i < n; ++i) {
    const NodeClass &c = plan.classes[i];
    const Described &there = sender->classes[i];
    if (there.signature_hash != c.type->signature_hash || there.signature_count != c.type->signature_count)
      differs(i, "its data, or what its pointers lead to, has another type signature" +
                     (sender->is_hashed ? "" : first_difference(c, there)));
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
