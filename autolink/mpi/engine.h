// The transfers that AL_Isend and AL_Irecv have started, which go on whenever somebody waits for anything.
#pragma once

#include "errors.h"
#include "transfer.h"

#include <list>
#include <memory>

/// What an AL_Request points at.
struct AL_RequestObject {
  AL_RequestObject(MPI_Comm comm, const MPI_Status &status, const char *call)
      : comm(comm), call(call), status(status), entry{this} {}

  MPI_Comm comm;
  const char *call;                             // of the user, that has made it
  std::unique_ptr<autolink::Transfer> transfer; // null: of MPI_PROC_NULL, complete
  bool done = false;
  autolink::Outcome outcome;
  MPI_Status status;
  std::list<AL_RequestObject *> entry; // of the engine's list, while it is not there
  std::list<AL_RequestObject *>::iterator place = entry.begin();
};

namespace autolink {

/// Adds a transfer. False, and it is not there, if MPI has refused to begin it: `outcome` says why.
bool start(AL_RequestObject *request) noexcept;

/// Whether there are requests that AL_Test and the like have not completed.
bool has_started();

/// Whether MPI may keep the thread: no other one is in MPI, and nothing that has been started goes on.
bool may_block();

/// Steps all started transfers, unless another thread is doing so. True when something has happened.
bool progress();

/// Whether the request is done; then it is no longer of the engine.
bool is_done(AL_RequestObject *request);

void cancel(AL_RequestObject *request);

/// Steps `transfer`, which the engine does not know, until it is done, and all others meanwhile.
void run(Transfer &transfer);

/// What a waiting thread does when nothing happens: looks again at once for a few microseconds, in which a
/// small message comes; then lets another process have the processor first, for the partner may wait for this
/// one.
class Patience {
public:
  void rest();

private:
  unsigned tries_ = 0;
};

} // namespace autolink
