// The types of a first message: their signatures, names, type maps and pointers, in bytes that have no byte order. They
// serve receivers that have other types or are on other machines. See autolink/wire-format.md.
#pragma once

#include "core/base/form.h"
#include "node_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace autolink {

/// Describes the types of this plan on this machine.
std::vector<std::byte> describe(const NodePlan &plan);

/// Returns a short description for messages that have no room for that one: signatures, sizes, and a hash of the rest
/// without the names.
std::vector<std::byte> hash_description(const NodePlan &plan);

/// What a description says of one class: the sender's type and its layout there.
struct Described {
  struct Run {
    std::uint64_t basic, offset, count, stride;
    bool operator==(const Run &) const = default;
  };
  /// The field that is the length of an array. Elements are the same without it.
  struct LengthField {
    bool is_known = false;
    std::uint64_t offset = 0; // for the first of the pointers
    bool operator==(const LengthField &) const { return true; }
  };
  struct Pointers {
    std::uint64_t offset, count, stride;
    std::string choices; // the described targets
    LengthField length_at;
    bool operator==(const Pointers &) const = default;
  };
  std::uint64_t signature_hash = 0, signature_count = 0;
  std::uint64_t kind = 0;
  std::uint64_t size = 0; // bytes of an element
  // Empty in a hashed description:
  std::string name; // the type's name, printable
  std::vector<Run> runs;
  std::vector<Pointers> pointers;
};

struct Description {
  std::vector<Form> forms; // the form of each basic type
  std::vector<Described> classes;
  bool is_hashed = false;

  /// Whether elements have the same bytes on both sides, except for their order.
  bool is_like(const Description &other) const;
};

/// Reads what describe() has made or, if `is_hashed`, hash_description(). Returns nothing if it is damaged.
std::optional<Description> read_description(const std::byte *from, std::size_t size, bool is_hashed);

/// Returns Described::Pointers::choices of a slot here. Biases are left out, because they depend on the layout.
std::string describe_choices(const Slot &slot);

/// Returns the sender's name of a class: "Square", "array of double".
std::string name_of(const Described &c);

/// Throws Failure (AL_ERR_TYPES): the receiver's class `c` is not the sender's, because of `what`. `sender`: the
/// sender's name of it, or "" if it is not known.
[[noreturn]] void fail_differs(const NodeClass &c, const std::string &sender, const std::string &what);

} // namespace autolink
