// What a call tells about its message, apart from the data.
#pragma once

#include "mpi/base/named_call.h"

#include <mpi.h>

namespace automap::mpi {

/// The call and its arguments, except the buffer.
struct Envelope {
  ThisCall call;
  int count;
  MPI_Datatype type;
  int peer; // destination or source
  int tag;
  MPI_Comm comm;

  Naming name_sent(int announcement_bytes = 0) const { return call.name_sent(count, type, announcement_bytes); }
  Naming name_received() const { return call.name_received(count, type); }
};

} // namespace automap::mpi
