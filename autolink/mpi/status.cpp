// Statuses of transfers. See status.h.
#include "status.h"

namespace autolink {

MPI_Status empty_status() {
  static const MPI_Status empty = [] {
    MPI_Status out = {};
    out.MPI_SOURCE = MPI_ANY_SOURCE;
    out.MPI_TAG = MPI_ANY_TAG;
    out.MPI_ERROR = MPI_SUCCESS;
    MPI_Status_set_elements(&out, MPI_BYTE, 0);
    MPI_Status_set_cancelled(&out, 0);
    return out;
  }();
  return empty;
}

MPI_Status proc_null_status() {
  MPI_Status out = empty_status();
  out.MPI_SOURCE = MPI_PROC_NULL;
  return out;
}

MPI_Status with_bytes(MPI_Status status, std::uint64_t bytes) {
  MPI_Status_set_elements_x(&status, MPI_BYTE, static_cast<MPI_Count>(bytes));
  return status;
}

} // namespace autolink
