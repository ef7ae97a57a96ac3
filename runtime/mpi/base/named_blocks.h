// The data that a rank names in a collective call.
#pragma once

#include <mpi.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace automap::mpi {

/// Numbers in the arguments of a call: of type int, or of MPI_Count or MPI_Aint.
class Numbers {
public:
  Numbers() = default;
  template <std::signed_integral Number>
  Numbers(const Number *first) : first_(first), are_large_(sizeof(Number) == sizeof(std::int64_t)) {}

  bool are_given() const { return first_; }
  bool are_large() const { return are_large_; }
  const void *data() const { return first_; }

  std::int64_t operator[](int i) const { return are_large_ ? read<std::int64_t>(i) : std::int64_t(read<int>(i)); }

private:
  template <typename Number> Number read(int i) const {
    Number out; // MPI_Count and MPI_Aint may be different types of this size
    std::memcpy(&out, static_cast<const char *>(first_) + std::size_t(i) * sizeof out, sizeof out);
    return out;
  }

  const void *first_ = nullptr;
  bool are_large_ = false;
};

/// How a call names the blocks of data that a rank sends or receives.
enum class Form {
  one,     // buffer, count, type: blocks of one length, one after the other
  varying, // buffer, counts, displacements in extents, type
  typed    // buffer, counts, displacements in bytes, types
};

/// What a rank sends, or receives, as the program names it. What is not significant on this rank is not read.
struct NamedBlocks {
  void *buffer = nullptr; // only read if it is sent
  std::int64_t count = 0; // of Form::one
  Numbers counts, displacements;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const MPI_Datatype *types = nullptr; // of Form::typed
  Form form = Form::one;
  bool is_large = false; // whether the call has large counts
};

template <std::signed_integral Count> NamedBlocks one(const void *buffer, Count count, MPI_Datatype type) {
  return {const_cast<void *>(buffer), count, {}, {}, type, nullptr, Form::one, sizeof(Count) > sizeof(int)};
}

template <std::signed_integral Count, std::signed_integral Displacement>
NamedBlocks varying(const void *buffer, const Count *counts, const Displacement *displacements, MPI_Datatype type) {
  return {const_cast<void *>(buffer), 0, counts, displacements, type, nullptr, Form::varying,
          sizeof(Count) > sizeof(int)};
}

template <std::signed_integral Count, std::signed_integral Displacement>
NamedBlocks typed(const void *buffer, const Count *counts, const Displacement *displacements,
                  const MPI_Datatype *types) {
  return {const_cast<void *>(buffer), 0,     counts,      displacements,
          MPI_DATATYPE_NULL,          types, Form::typed, sizeof(Count) > sizeof(int)};
}

} // namespace automap::mpi
