// Sends that nobody waits for any more. MPI carries them out, and their memory lives until then.
#pragma once

#include <mpi.h>

#include <memory>
#include <span>

namespace automap::mpi {

/// A send with the memory that it needs.
class AbandonedSend {
public:
  virtual ~AbandonedSend() = default;

  /// Returns the requests of the send, MPI_REQUEST_NULL for those that have ended.
  virtual std::span<MPI_Request> requests() noexcept = 0;

  /// Says on stderr that MPI_Finalize waits for this send.
  virtual void report_waiting() const = 0;

private:
  friend class AbandonedSends;
  std::unique_ptr<AbandonedSend> next_;
};

/// Keeps a send until MPI has carried it out. MPI_Finalize waits for that.
void abandon(std::unique_ptr<AbandonedSend> send) noexcept;

/// Frees the memory of abandoned sends that MPI has carried out; looks at some of them, each in turn. Is called before
/// memory is taken for a send, and before a send may be abandoned. Throws CallFailure.
void free_finished_sends();

} // namespace automap::mpi
