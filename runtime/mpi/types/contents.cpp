// What a datatype was constructed from. See contents.h.
#include "contents.h"

#include "basic_type_handles.h"
#include "mpi/base/failure.h"

#include <unordered_map>

namespace automap::mpi {
namespace {

#if MPI_VERSION >= 4
using Number = MPI_Count; // type of the numbers of arguments
#else
using Number = int;
#endif

/// How many arguments of each kind have constructed a datatype, and by which function.
struct ContentsCounts {
  Number integers = 0, addresses = 0, large_counts = 0, types = 0;
  int combiner = 0;
};

ContentsCounts contents_counts(MPI_Datatype type) {
  ContentsCounts out;
#if MPI_VERSION >= 4
  check_call(
      MPI_Type_get_envelope_c(type, &out.integers, &out.addresses, &out.large_counts, &out.types, &out.combiner));
#else
  check_call(MPI_Type_get_envelope(type, &out.integers, &out.addresses, &out.types, &out.combiner));
#endif
  return out;
}

/// Whether `type`, which MPI_Type_get_contents has returned, must be freed. Named datatypes must not, nor those of
/// MPI_Type_create_f90_real and the like (MPI 4.0, section 19.1.5).
bool is_to_be_freed(MPI_Datatype type) {
  if (basic_type_id_of(type))
    return false;
  switch (combiner_of(type)) {
  case MPI_COMBINER_NAMED:
  case MPI_COMBINER_F90_REAL:
  case MPI_COMBINER_F90_COMPLEX:
  case MPI_COMBINER_F90_INTEGER:
    return false;
  default:
    return true;
  }
}

void free_all(std::vector<MPI_Datatype> &types) {
  for (MPI_Datatype &type : types)
    MPI_Type_free(&type);
}

template <typename Next> std::vector<std::int64_t> take(std::int64_t n, Next next) {
  std::vector<std::int64_t> out;
  out.reserve(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    out.push_back(next());
  return out;
}

} // namespace

int combiner_of(MPI_Datatype type) { return contents_counts(type).combiner; }

Contents::Contents(MPI_Datatype type) {
  const ContentsCounts counts = contents_counts(type);
  combiner_ = counts.combiner;
  integers_.resize(static_cast<std::size_t>(counts.integers));
  addresses_.resize(static_cast<std::size_t>(counts.addresses));
  large_counts_.resize(static_cast<std::size_t>(counts.large_counts));
  types_.resize(static_cast<std::size_t>(counts.types), MPI_DATATYPE_NULL);
  to_free_.reserve(types_.size()); // so that no allocation fails after MPI has returned handles
  std::unordered_map<MPI_Datatype, bool> known;
  known.reserve(1);
#if MPI_VERSION >= 4
  check_call(MPI_Type_get_contents_c(type, counts.integers, counts.addresses, counts.large_counts, counts.types,
                                     integers_.data(), addresses_.data(), large_counts_.data(), types_.data()));
#else
  check_call(MPI_Type_get_contents(type, counts.integers, counts.addresses, counts.types, integers_.data(),
                                   addresses_.data(), types_.data()));
#endif
  try {
    for (const MPI_Datatype part : types_) {
      const auto found = known.find(part);
      if (found == known.end() ? known.try_emplace(part, is_to_be_freed(part)).first->second : found->second)
        to_free_.push_back(part);
    }
  } catch (...) {
    to_free_.clear();
    for (const MPI_Datatype part : types_) {
      try {
        if (is_to_be_freed(part))
          to_free_.push_back(part);
      } catch (const CallFailure &) { // rather leak a type than free a permanent one
      }
    }
    free_all(to_free_);
    throw;
  }
}

Contents::~Contents() { free_all(to_free_); }

std::vector<std::int64_t> Contents::next_integers(std::int64_t n) {
  return take(n, [&] { return next_integer(); });
}

std::vector<std::int64_t> Contents::next_counts(std::int64_t n) {
  return take(n, [&] { return next_count(); });
}

std::vector<std::int64_t> Contents::next_addresses(std::int64_t n) {
  return take(n, [&] { return next_address(); });
}

} // namespace automap::mpi
