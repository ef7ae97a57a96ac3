// Nonblocking messages. See request.h.
#include "request.h"

#include "mpi/base/failure.h"

using namespace automap;
using mpi::check_call;

AM_Request_s::~AM_Request_s() {
  withdraw();
  if (receives && request != MPI_REQUEST_NULL) { // only after an error
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

bool AM_Request_s::proceed(Mode mode) noexcept {
  try {
    has_ended = has_ended || advance(mode);
  } catch (...) { // end() reports it to the owner, not to a call that carries this one on
    failure = std::current_exception();
    has_ended = true;
  }
  return has_ended;
}

void AM_Request_s::end() const {
  if (!failure)
    return;
  try {
    std::rethrow_exception(failure);
  } catch (mpi::UsageFailure &found) { // the communicator may have been freed since
    if (pipeline)
      found.comm = mpi::error_communicator(*pipeline);
    throw;
  }
}

/// Carries on, and returns whether the operation has ended. Throws what has gone wrong.
bool AM_Request_s::advance(Mode mode) {
  const bool waits = mode == Mode::wait;
  if (outgoing) { // after the announcement is received, MPI can do the rest
    if (waits)
      outgoing->finish();
    return waits || (mode == Mode::test ? outgoing->is_received() : outgoing->is_finished());
  }
  if (!has_first) {
    int done = 1;
    check_call(waits ? MPI_Wait(&request, &status) : MPI_Test(&request, &done, &status));
    if (!done)
      return false;
    has_first = true;
    if (guarded)
      mpi::require_fits(guarded->close(mpi::bytes_received(status)));
    if (receives)
      incoming = message->unpack(status);
    if (collective)
      collective->unpack();
  }
  if (!incoming)
    return true;
  if (!incoming->advance(waits))
    return false;
  incoming->complete(status);
  return true;
}

namespace automap::mpi {

MPI_Status empty_status() {
  MPI_Status out;
  int flag = 0;
  MPI_Request none = MPI_REQUEST_NULL;
  check_call(MPI_Test(&none, &flag, &out));
  out.MPI_ERROR = MPI_SUCCESS; // MPICH leaves it to the caller
  return out;
}

void copy_status(const MPI_Status &from, MPI_Status *status) {
  if (status == MPI_STATUS_IGNORE)
    return;
  const int error = status->MPI_ERROR;
  *status = from;
  status->MPI_ERROR = error;
}

void wait(AM_Request_s &call, std::span<const AM_Request> others) {
  using Mode = AM_Request_s::Mode;
  call.withdraw();
  const auto alone = [&] { return others.empty() && (call.outgoing || !others_are_pending()); };
  while (!call.proceed(alone() ? Mode::wait : Mode::test_in_turn)) {
    for (const AM_Request other : others)
      if (other && other->outgoing)
        other->proceed(Mode::test_in_turn);
    carry_on_others();
  }
}

} // namespace automap::mpi
