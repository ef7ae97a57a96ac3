// The hash of type signatures that "Runtime Checking of Datatype Signatures in MPI" (Gropp) defines in sections 3 and
// 4. The tests and a benchmark compare the default hash, signature.h, with it.
//
// A basic type is a number a. A signature is the pair (a, n) of a word and a length, and (a, n) + (b, m) = (a plus (b
// << n), n + m).
#pragma once

#include "layout/basic_type.h"
#include "layout/type_tree.h"

#include <cstdint>
#include <functional>

namespace automap::layout::paper {

enum class Plus : std::uint8_t {
  exclusive_or,
  /// Modulo 2^32, as in the paper. A rotation does not bring back the carry out of the word, so the paper's property (3)
  /// fails and the operation is not associative: a signature built in two ways may have two values.
  add,
  /// Modulo 2^32 - 1: the carry is added to the lowest bit, so that the properties hold.
  add_end_around
};

/// A choice of operators.
struct Operators {
  Plus plus = Plus::exclusive_or;
  unsigned shift = 1; // a << n rotates a word of 32 bits to the left by shift * n
};

struct Signature {
  std::uint32_t word = 0;
  std::int64_t n = 0; // the number of basic types

  friend bool operator==(const Signature &, const Signature &) = default;
};

/// The signature of MPI_PACKED, MPI_BYTE and every type that contains one: it matches anything.
inline constexpr Signature unchecked = {0xffffffff, -1};

/// Returns a + b, or `unchecked` if either side is.
Signature combine(const Operators &operators, const Signature &a, const Signature &b);

/// Returns the signature of m >= 0 copies of `a`, one after the other, computed by doubling in O(log m).
Signature repeat(const Operators &operators, const Signature &a, std::int64_t m);

/// Returns the number of a basic type.
using Numbering = std::function<std::uint32_t(BasicTypeId)>;

/// Returns the signature of `tree`, visiting each distinct node once.
Signature signature_of(const Operators &operators, const Numbering &numbers, const TypeTree &tree);

/// The signature that a sender puts into the envelope or a receiver compares: `count` copies of a datatype.
struct Message {
  std::int64_t count = 0; // the number of elements; on the receiver, of those that arrived
  Signature type;
  bool is_basic = false; // whether it is a predefined datatype

  friend bool operator==(const Message &, const Message &) = default;
};

/// Performs the test of Figure 1: returns true for an error. The test is exact if both types are basic.
bool is_mismatch(const Operators &operators, const Message &sent, const Message &received);

} // namespace automap::layout::paper
