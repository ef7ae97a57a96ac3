// Reads how a derived datatype was constructed, by MPI_Type_get_envelope and MPI_Type_get_contents or their large-count
// forms (MPI 4.0, section 5.1.13).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::mpi {

/// Returns the combiner. Throws CallFailure.
int combiner_of(MPI_Datatype type);

/// The arguments of the call that constructed a datatype, which are read in the order of the standard.
class Contents {
public:
  /// Reads the arguments for `type`, which must not be a named datatype. Throws CallFailure.
  explicit Contents(MPI_Datatype type);

  /// Frees those handles of types() that MPI leaves to the caller.
  ~Contents();

  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  int combiner() const { return combiner_; }

  /// Returns the next argument that is an int in all forms of the call, or the next n.
  std::int64_t next_integer() { return integers_.at(next_integer_++); }
  std::vector<std::int64_t> next_integers(std::int64_t n);

  /// Returns the next argument that is an int, or an MPI_Count in the large-count form; or the next n.
  std::int64_t next_count() { return is_large() ? next_large_count() : next_integer(); }
  std::vector<std::int64_t> next_counts(std::int64_t n);

  /// Returns the next argument that is an MPI_Aint, or an MPI_Count in the large-count form; or the next n.
  std::int64_t next_address() { return is_large() ? next_large_count() : addresses_.at(next_address_++); }
  std::vector<std::int64_t> next_addresses(std::int64_t n);

  const std::vector<MPI_Datatype> &types() const { return types_; }

private:
  bool is_large() const { return !large_counts_.empty(); }
  std::int64_t next_large_count() { return large_counts_.at(next_large_count_++); }

  int combiner_ = 0;
  std::vector<int> integers_;
  std::vector<MPI_Aint> addresses_;
  std::vector<MPI_Count> large_counts_; // empty unless a large-count call constructed the datatype
  std::vector<MPI_Datatype> types_, to_free_;
  std::size_t next_integer_ = 0, next_address_ = 0, next_large_count_ = 0;
};

} // namespace automap::mpi
