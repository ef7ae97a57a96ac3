// The description of a plan's types that a first message carries: names, type maps and pointers, in numbers
// that have no byte order (LEB128), for receivers on other machines. See autolink/README.md.
#pragma once

#include "form.h"
#include "plan.h"

#include <optional>
#include <string>
#include <vector>

namespace autolink {

/// Of this machine and this plan.
std::vector<std::byte> describe(const Plan &plan);

/// What a description says of one class: of what the sender has, in the sender's layout.
struct Described {
  struct Run {
    std::uint64_t basic, offset, count, stride;
  };
  struct Pointers {
    std::uint64_t offset, count, stride;
    std::string choices; // what they lead to, as it is described: to be compared
  };
  std::string name; // printable
  std::uint64_t kind = 0;
  std::vector<Run> runs;
  std::vector<Pointers> pointers;
};

struct Description {
  std::vector<Form> forms; // by basic type
  std::vector<Described> classes;
};

/// Of `n` classes; nothing if it is damaged.
std::optional<Description> read_description(const std::byte *from, std::size_t size, std::size_t n);

/// Described::Pointers::choices of a slot here. Biases are left out: they are the layout's.
std::string describe_choices(const Slot &slot);

/// What the sender calls a class: "Square", "array of double".
std::string name_of(const Described &c);

/// Throws Failure (AL_ERR_TYPES): the receiver's class `c` is not the sender's, whose name is "" if it is not
/// known, because of `what`.
[[noreturn]] void fail_differs(const NodeClass &c, const std::string &sender, const std::string &what);

} // namespace autolink
