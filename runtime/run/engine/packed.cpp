// Data that are received packed. See packed.h.
#include "packed.h"

#include <algorithm>

namespace automap::run {
namespace {

/// Returns the bytes of a status.
int bytes_of(const MPI_Status &status) {
  int out = 0;
  return PMPI_Get_count(&status, MPI_BYTE, &out) == MPI_SUCCESS && out != MPI_UNDEFINED ? out : 0;
}

} // namespace

PackedToReceive::~PackedToReceive() = default;

mpi::MpiData PackedToReceive::guarded_mpi_data() {
  if (!mpi::GuardedRoom::is_needed())
    return mpi_data();
  if (!guarded_) {
    guarded_.emplace(packed_.data(), static_cast<int>(size_), MPI_PACKED);
    if (guarded_->open() != MPI_SUCCESS)
      throw std::bad_alloc();
  }
  return {guarded_->place(), guarded_->count(), guarded_->type()};
}

void PackedToReceive::unpack(const MPI_Status &status) {
  const Timing timing(row_, {plan_.get(), count_, size_});
  const std::int64_t bytes = std::min<std::int64_t>(bytes_of(status), size_);
  if (guarded_)
    guarded_->close(static_cast<int>(bytes));
  if (bytes == size_)
    plan_->unpack_all(packed_.data(), buffer_, count_);
  else if (bytes > 0)
    plan_->unpack(packed_.data(), 0, bytes, buffer_, count_);
}

} // namespace automap::run
