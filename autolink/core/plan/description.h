// The types that a first message is of: their signatures, names, type maps and pointers, in bytes that have no byte
// order, for receivers that have other types or are on other machines. See autolink/wire-format.md.
#pragma once

#include "core/base/form.h"
#include "node_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace autolink {

/// Of this machine and this plan.
std::vector<std::byte> describe(const NodePlan &plan);

/// The same where that is too long for a message: signatures and sizes, and a hash of the rest, but the names.
std::vector<std::byte> hash_description(const NodePlan &plan);

/// What a description says of one class: of what the sender has, in the sender's layout.
struct Described {
  struct Run {
    std::uint64_t basic, offset, count, stride;
    bool operator==(const Run &) const = default;
  };
  struct Pointers {
    std::uint64_t offset, count, stride;
    std::string choices; // what they lead to, as it is described: to be compared
    bool operator==(const Pointers &) const = default;
  };
  std::uint64_t signature_hash = 0, signature_count = 0;
  std::uint64_t kind = 0;
  std::uint64_t size = 0; // of an element, bytes
  // Not of what is hashed:
  std::string name; // printable
  std::vector<Run> runs;
  std::vector<Pointers> pointers;
};

struct Description {
  std::vector<Form> forms; // by basic type
  std::vector<Described> classes;
  bool is_hashed = false;

  /// Whether elements have the same bytes on both sides, but for their order.
  bool is_like(const Description &other) const;
};

/// What describe() has made or, `is_hashed`, hash_description(); nothing if it is damaged.
std::optional<Description> read_description(const std::byte *from, std::size_t size, bool is_hashed);

/// Described::Pointers::choices of a slot here. Biases are left out: they are the layout's.
std::string describe_choices(const Slot &slot);

/// What the sender calls a class: "Square", "array of double".
std::string name_of(const Described &c);

/// Throws Failure (AL_ERR_TYPES): the receiver's class `c` is not the sender's, whose name is "" if it is not
/// known, because of `what`.
[[noreturn]] void fail_differs(const NodeClass &c, const std::string &sender, const std::string &what);

} // namespace autolink
