// The hash of type signatures as "Runtime Checking of Datatype Signatures in MPI" (Gropp) defines it,
// sections 3 and 4, to measure the default one, signature.h, against.
//
// A basic type is a number a, a signature the tuple (a, n) of a word and a length, and
//   (a, n) + (b, m) = (a plus (b << n), n + m).
#pragma once

#include "layout/basic_type.h"
#include "layout/type_tree.h"

#include <cstdint>
#include <functional>

namespace automap::layout::paper {

enum class Plus : std::uint8_t {
  exclusive_or,
  add, // modulo 2^32, as in the paper. A carry out of the word does not come back in a rotation, so that the
       // paper's property (3) does not hold and the operation is not associative: one signature that is built
       // in two ways may have two values.
  add_end_around // modulo 2^32 - 1, the carry added to the lowest bit: with it the properties hold
};

/// The choice of operators.
struct Operators {
  Plus plus = Plus::exclusive_or;
  unsigned shift = 1; // a << n rotates a word of 32 bits to the left by shift * n
};

struct Signature {
  std::uint32_t word = 0;
  std::int64_t n = 0; // basic types

  friend bool operator==(const Signature &, const Signature &) = default;
};

/// MPI_PACKED and MPI_BYTE, and whatever contains one: matches anything.
inline constexpr Signature unchecked = {0xffffffff, -1};

/// The operation. With `unchecked` on either side, that.
Signature combine(const Operators &operators, const Signature &a, const Signature &b);

/// m >= 0 copies of `a`, one after the other, by doubling: in O(log m).
Signature repeat(const Operators &operators, const Signature &a, std::int64_t m);

/// The numbers of the basic types.
using Numbering = std::function<std::uint32_t(BasicTypeId)>;

/// As the tree is built; each distinct node once.
Signature signature_of(const Operators &operators, const Numbering &numbers, const TypeTree &tree);

/// What a sender puts into the envelope, and what the receiver compares: `count` copies of a datatype.
struct Message {
  std::int64_t count = 0; // the receiver's: as many as came
  Signature type;
  bool is_basic = false; // a predefined datatype

  friend bool operator==(const Message &, const Message &) = default;
};

/// The test of Figure 1: true for an error. Exact where both types are basic.
bool is_mismatch(const Operators &operators, const Message &sent, const Message &received);

} // namespace automap::layout::paper
