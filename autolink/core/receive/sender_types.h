// The types of a sender, as its first message describes them, compared with the receiver's.
#pragma once

#include "core/base/wire.h"
#include "core/plan/node_plan.h"
#include "core/plan/translation.h"

#include <memory>
#include <vector>

namespace autolink {

class SenderTypes {
public:
  /// Compares the types in a first message with those of `plan`. Returns how the sender's elements are translated; null
  /// if they are like ours. Throws Failure: AL_ERR_TYPES if the types differ, AL_ERR_MESSAGE if they are damaged.
  ///
  ///   head   in  the head of the message
  ///   types  in  head.types_bytes bytes
  const Translation *compare(const NodePlan &plan, const wire::LoadedHead &head, const std::byte *types);

private:
  /// A sender whose types are not described as here, byte by byte.
  struct Sender {
    const NodePlan *plan = nullptr; // the receiver's plan; null: there has been no sender
    std::uint8_t flags = 0;         // those of its messages' flags that flags_of_types has
    bool other_order = false;
    std::vector<std::byte> types;                   // its description of them
    std::unique_ptr<const Translation> translation; // null if its elements are like ours
  };
  static constexpr std::uint8_t flags_of_types = wire::flag_hashed | wire::flag_short_pointers;

  static Sender read(const NodePlan &plan, const wire::LoadedHead &head, const std::byte *types);

  Sender last_; // often the next one, too
};

} // namespace autolink
