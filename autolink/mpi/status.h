// Statuses of transfers.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace autolink {

/// Returns the status of nothing: MPI 4.0, section 3.7.3.
MPI_Status empty_status();

/// Returns the status of a receive from MPI_PROC_NULL.
MPI_Status proc_null_status();

/// Returns the status of a first message with the bytes of its structure's nodes as count.
MPI_Status with_bytes(MPI_Status status, std::uint64_t bytes);

} // namespace autolink
