// Support for the tests of the runtime: datatypes that free themselves, and an oracle for type maps that needs no
// envelopes. The oracle applies MPI_Pack to bytes whose values encode their positions.
#pragma once

#include "layout/type_map.h"
#include "mpi/open_mpi.h"

#include "all_ranks.h"
#include "amount.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace automap::test {

/// Owns a datatype and frees it unless it is predefined.
class Type {
public:
  Type() = default;
  Type(MPI_Datatype type) : type_(type) {}
  Type(Type &&other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  Type &operator=(Type &&other) noexcept {
    std::swap(type_, other.type_);
    return *this;
  }
  ~Type() {
    int integers, addresses, types, combiner;
    if (type_ == MPI_DATATYPE_NULL)
      return;
#if MPI_VERSION >= 4
    MPI_Count many_integers, many_addresses, large_counts, many_types;
    MPI_Type_get_envelope_c(type_, &many_integers, &many_addresses, &large_counts, &many_types, &combiner);
    (void)integers, (void)addresses, (void)types;
#else
    MPI_Type_get_envelope(type_, &integers, &addresses, &types, &combiner);
#endif
    if (combiner != MPI_COMBINER_NAMED && combiner != MPI_COMBINER_F90_REAL && combiner != MPI_COMBINER_F90_COMPLEX &&
        combiner != MPI_COMBINER_F90_INTEGER)
      MPI_Type_free(&type_);
  }

  operator MPI_Datatype() const { return type_; }
  MPI_Datatype *out() { return &type_; }

private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// The number of bytes that a test's datatype may reach on either side of the buffer's address.
constexpr std::int64_t reach = 1 << 19;

/// Returns the displacement of each byte that MPI_Pack packs, in order. The datatype must stay within `reach`.
inline std::vector<std::int64_t> packed_displacements(MPI_Datatype type) {
  MPI_Datatype committed;
  MPI_Type_dup(type, &committed);
  MPI_Type_commit(&committed);
  int size = 0;
  MPI_Pack_size(1, committed, MPI_COMM_SELF, &size);
  std::vector<std::int64_t> out;
  std::vector<unsigned char> memory(2 * reach), packed(static_cast<std::size_t>(size) + 1);
  for (int digit = 0; digit < 3; ++digit) { // each byte of memory holds one digit of its index
    for (std::size_t i = 0; i < memory.size(); ++i)
      memory[i] = static_cast<unsigned char>(i >> (8 * digit));
    int position = 0;
    MPI_Pack(memory.data() + reach, 1, committed, packed.data(), static_cast<int>(packed.size()), &position,
             MPI_COMM_SELF);
    out.resize(static_cast<std::size_t>(position), -reach);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += std::int64_t(packed[i]) << (8 * digit);
  }
  MPI_Type_free(&committed);
  return out;
}

/// Returns the same for a type map.
inline std::vector<std::int64_t> packed_displacements(const layout::TypeMap &map) {
  std::vector<std::int64_t> out;
  for (const auto &[type, displacement] : map)
    for (std::int64_t i = 0; i < type.size_bytes; ++i)
      out.push_back(displacement + i);
  return out;
}

/// Returns the memory within `reach` after MPI_Unpack has stored the bytes 1, 2, 3, … (mod 251) in it.
inline std::vector<unsigned char> unpacked(MPI_Datatype type) {
  MPI_Datatype committed;
  MPI_Type_dup(type, &committed);
  MPI_Type_commit(&committed);
  int size = 0, position = 0;
  MPI_Type_size(committed, &size);
  std::vector<unsigned char> memory(2 * reach), packed(static_cast<std::size_t>(size) + 1);
  for (std::size_t i = 0; i < packed.size(); ++i)
    packed[i] = static_cast<unsigned char>(i % 251 + 1);
  MPI_Unpack(packed.data(), size, &position, memory.data() + reach, 1, committed, MPI_COMM_SELF);
  MPI_Type_free(&committed);
  return memory;
}

/// All that MPI reports about a datatype's size and bounds.
struct Sizes {
  MPI_Count size = 0, lower_bound = 0, extent = 0, true_lower_bound = 0, true_extent = 0;

  friend bool operator==(const Sizes &, const Sizes &) = default;
  friend void PrintTo(const Sizes &sizes, std::ostream *out) {
    *out << "size " << sizes.size << " lb " << sizes.lower_bound << " extent " << sizes.extent << " true lb "
         << sizes.true_lower_bound << " true extent " << sizes.true_extent;
  }
};

inline Sizes sizes_of(MPI_Datatype type) {
  Sizes out;
  MPI_Type_size_x(type, &out.size);
  MPI_Type_get_extent_x(type, &out.lower_bound, &out.extent);
  MPI_Type_get_true_extent_x(type, &out.true_lower_bound, &out.true_extent);
  return out;
}

/// Runs the tests of a program under mpiexec.
inline int run_tests(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  const int failed = run_on_ranks();
  MPI_Finalize();
  return failed;
}

} // namespace automap::test
