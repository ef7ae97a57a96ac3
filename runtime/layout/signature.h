// Type signatures: the sequence of basic types of a layout without displacements (MPI 4.0, section 5.1), as a length
// and a 64-bit hash. One buffer may be received into another if their signatures match, however differently they are
// built ("Runtime Checking of Datatype Signatures in MPI", Gropp).
//
// The hash is a polynomial over the field of 2^61 - 1. The value of the sequence t_1 … t_n is
//   v(t_1) b^(n-1) + … + v(t_n) b^0   modulo 2^61 - 1,
// where v is a fixed number for each basic type, derived from its MPI name, and b is a fixed primitive root. A
// concatenation is (v, n)(w, m) = (v b^m + w, n + m), which is associative and not commutative. The constants never
// change: signatures are compiled into programs and sent between them.
//
// Signatures of different length never collide, because the length is part of the value. Two signatures of one length n
// < 2^61 - 2 never collide if they differ in one element, or in one run of equal elements (such as n copies of a basic
// type), or by two elements of different type that changed places: powers of b differ from each other, and so do the
// numbers v. All other pairs collide for at most n - 1 of all 2^61 - 2 bases b. Had b been drawn at random, the
// probability would be at most (n - 1) / (2^61 - 2), which is 4 · 10^-13 for 10^6 elements. The hash finds mistakes,
// not forgeries.
#pragma once

#include "basic_type.h"
#include "type_tree.h"

#include <cstdint>
#include <memory>
#include <string>

namespace automap::layout {

/// A signature, as a value: equal signatures have equal values. It depends neither on the types' sizes nor on the
/// machine.
struct Signature {
  std::int64_t count = 0; // the number of basic elements
  std::uint64_t hash = 0; // bits 0 to 60: the polynomial; 62: an MPI_BYTE; 63: an MPI_PACKED

  /// Returns the signature of `copies` >= 0 elements of one basic type, in constant time. Pair types have no signature
  /// of their own: MPI_FLOAT_INT is MPI_FLOAT and MPI_INT (MPI 4.0, section 6.9.4).
  static Signature of(BasicTypeId type, std::int64_t copies = 1);

  bool has_bytes() const { return hash >> 62 & 1; }
  bool has_packed() const { return hash >> 63 & 1; }

  friend bool operator==(const Signature &, const Signature &) = default;
};

// All functions below throw std::length_error if a count leaves the 64-bit range and std::invalid_argument if one is
// negative.

/// Returns the signature of the elements of `a` followed by those of `b`, in constant time. The empty signature is
/// Signature().
Signature concatenate(const Signature &a, const Signature &b);

/// Returns the signature of `times` copies of `a`, one after the other, in O(log times).
Signature repeat(const Signature &a, std::int64_t times);

/// Returns the signature of `count` copies of `tree`. Visits each distinct node once.
Signature signature_of(const TypeTree &tree, std::int64_t count = 1);

/// Returns the signature of the first `elements` basic elements of `count` copies of `tree`, which must have as many.
/// It is what a buffer receives if it is larger than the message. Takes O(log count) and the time of signature_of().
Signature prefix_signature(const TypeTree &tree, std::int64_t count, std::int64_t elements);

/// The prefixes of one tree, for many queries: each takes O(depth · log).
class PrefixSignatures {
public:
  explicit PrefixSignatures(const TypeTree &tree);
  PrefixSignatures(PrefixSignatures &&) noexcept;
  PrefixSignatures &operator=(PrefixSignatures &&) noexcept;
  ~PrefixSignatures();

  /// Returns the signature of one copy of the tree.
  const Signature &whole() const;

  /// Returns the same as prefix_signature().
  Signature prefix(std::int64_t count, std::int64_t elements) const;

private:
  struct Nodes;
  std::unique_ptr<const Nodes> nodes_;
};

/// How far one signature may be received as another. The names of the types must be identical, but MPI_PACKED matches
/// anything; MPI_BYTE matches MPI_BYTE alone (MPI 4.0, section 3.3.1).
enum class Matching : std::uint8_t {
  same,      // equal, with MPI_BYTE and MPI_PACKED in the same places
  packed,    // not equal, but one has an MPI_PACKED, whose contents are unknown here
  bytes,     // not equal, and one has an MPI_BYTE: wrong by the standard, accepted by the paper
  different, // not equal, all values typed
};
Matching match(const Signature &a, const Signature &b);

/// Returns the length and the hash as text: "3:0123456789abcdef".
std::string to_string(const Signature &signature);

} // namespace automap::layout
