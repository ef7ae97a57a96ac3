// The communicator on which benchmarks of AutoLink receive in arenas.
#pragma once

#include <autolink/autolink.h>

#include <mpi.h>

namespace bench {

/// Returns a duplicate of MPI_COMM_WORLD, which the caller frees.
inline MPI_Comm make_arena_comm() {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_allocation", "arena");
  MPI_Comm out = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &out);
  AL_Comm_set_info(out, info);
  MPI_Info_free(&info);
  return out;
}

} // namespace bench
