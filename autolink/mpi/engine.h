// The transfers that AL_Isend and AL_Irecv have started. They go on whenever a thread waits for anything.
#pragma once

#include "errors.h"
#include "transfer.h"

#include <list>
#include <memory>

/// The object that an AL_Request points at.
struct AL_RequestObject {
  AL_RequestObject(MPI_Comm comm, const MPI_Status &status, const char *call)
      : comm(comm), call(call), status(status), entry{this} {}

  MPI_Comm comm;
  const char *call;                             // the user's call that has made it
  std::unique_ptr<autolink::Transfer> transfer; // null for MPI_PROC_NULL; then it is complete
  bool done = false;
  bool raises = true; // whether its error is raised on `comm`
  autolink::Outcome outcome;
  MPI_Status status;
  std::list<AL_RequestObject *> entry; // its entry for the engine's list, while it is not there
  std::list<AL_RequestObject *>::iterator place = entry.begin();
};

namespace autolink {

/// Adds a transfer. Returns false, and does not add it, if MPI has refused to begin it; `outcome` says why.
bool start(AL_RequestObject *request) noexcept;

/// Whether there are requests that have not been completed by AL_Test and the like.
bool has_started();

/// Whether a call may block in MPI: no other thread is in MPI, and nothing that has been started has to go on.
bool may_block();

/// Steps all started transfers unless another thread is doing so. Returns whether anything has happened.
bool progress();

/// Whether the request is done. If so, it is removed from the engine.
bool is_done(AL_RequestObject *request);

/// Does what AL_Cancel does.
void cancel(AL_RequestObject *request);

/// Steps `transfer`, which the engine does not have, until it is done, and all others meanwhile.
void run(Transfer &transfer);

/// Waits for a request of MPI's on the caller's communicator, and steps all that has been started meanwhile. Throws
/// CallFailure.
void wait_for(MPI_Request &request);

/// The pauses of a waiting thread while nothing happens. For a few microseconds, in which a small message may come, the
/// thread looks again at once. After that, it first lets another process have the processor, because the partner may
/// wait for it.
class Patience {
public:
  void rest();

private:
  unsigned tries_ = 0;
};

} // namespace autolink
