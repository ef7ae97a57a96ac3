// Type signatures: the sequence of basic types of a layout, without displacements (MPI 4.0, section 5.1), as
// a length and a 64-bit hash. Two buffers may be sent and received as each other where their signatures
// match, however differently they are built ("Runtime Checking of Datatype Signatures in MPI", Gropp).
//
// The hash is a polynomial over the field of 2^61 - 1: the value of the sequence t_1 … t_n is
//   v(t_1) b^(n-1) + … + v(t_n) b^0   modulo 2^61 - 1,
// with a fixed number v for each basic type, made from its MPI name, and a fixed primitive root b. So a
// concatenation is (v, n)(w, m) = (v b^m + w, n + m), associative and not commutative. The constants never
// change: signatures are compiled into programs and sent between them.
//
// Which collide. Signatures of different length never do: the length is part of the value. Of one length
// n < 2^61 - 2, these never do, because powers of b and numbers v are different from each other: two that
// differ in one element, or in one run of equal elements (n copies of a basic type among them), or by two
// elements of different type that changed places. Any others collide for at most n - 1 of all 2^61 - 2 bases
// b: had b been drawn at random, with probability at most (n - 1) / (2^61 - 2), which for 10^6 elements is
// 4 · 10^-13. The hash keeps mistakes from being missed, not forgeries.
#pragma once

#include "basic_type.h"
#include "type_tree.h"

#include <cstdint>
#include <memory>
#include <string>

namespace automap::layout {

/// A value: equal signatures have equal values. A type's size has no part in it; neither has the machine.
struct Signature {
  std::int64_t count = 0; // basic elements
  std::uint64_t hash = 0; // bits 0 to 60: the polynomial; 62: has an MPI_BYTE; 63: has an MPI_PACKED

  /// `copies` >= 0 elements of one basic type; in constant time. Pair types have no signature of their own:
  /// MPI_FLOAT_INT is MPI_FLOAT and MPI_INT (MPI 4.0, section 6.9.4).
  static Signature of(BasicTypeId type, std::int64_t copies = 1);

  bool has_bytes() const { return hash >> 62 & 1; }
  bool has_packed() const { return hash >> 63 & 1; }

  friend bool operator==(const Signature &, const Signature &) = default;
};

// All functions below throw std::length_error where a count leaves the 64-bit range and std::invalid_argument
// for a negative one.

/// First the elements of `a`, then those of `b`; in constant time. The empty signature, Signature(), changes
/// nothing.
Signature concatenate(const Signature &a, const Signature &b);

/// `times` copies of `a`, one after the other; in O(log times).
Signature repeat(const Signature &a, std::int64_t times);

/// Of `count` copies of `tree`. Looks at each distinct node once.
Signature signature_of(const TypeTree &tree, std::int64_t count = 1);

/// Of the first `elements` basic elements of `count` copies of `tree`, of which there must be as many: what
/// is received into a buffer that is larger than the message. In O(log count) and the time of signature_of().
Signature prefix_signature(const TypeTree &tree, std::int64_t count, std::int64_t elements);

/// The prefixes of one tree, to be asked for many times: each in O(depth · log).
class PrefixSignatures {
public:
  explicit PrefixSignatures(const TypeTree &tree);
  PrefixSignatures(PrefixSignatures &&) noexcept;
  PrefixSignatures &operator=(PrefixSignatures &&) noexcept;
  ~PrefixSignatures();

  /// Of the whole tree, once.
  const Signature &whole() const;

  /// As prefix_signature().
  Signature prefix(std::int64_t count, std::int64_t elements) const;

private:
  struct Nodes;
  std::unique_ptr<const Nodes> nodes_;
};

/// Whether one signature may be received as another. MPI 4.0, section 3.3.1: the names of the types must be
/// identical, but MPI_PACKED matches anything; MPI_BYTE matches MPI_BYTE alone.
enum class Matching : std::uint8_t {
  same,      // equal, also in where MPI_BYTE and MPI_PACKED stand
  packed,    // not equal, but one has an MPI_PACKED: what is behind it cannot be judged from here
  bytes,     // not equal, and one has an MPI_BYTE: wrong by the standard; the paper lets it pass
  different, // not equal, all values typed
};
Matching match(const Signature &a, const Signature &b);

/// The length and the hash: "3:0123456789abcdef".
std::string to_string(const Signature &signature);

} // namespace automap::layout
