// Sends that nobody waits for any more: MPI carries them out, and what they send from lives until then.
#pragma once

#include <mpi.h>

#include <memory>
#include <span>

namespace automap::mpi {

class SendLeftBehind {
public:
  virtual ~SendLeftBehind() = default;

  /// MPI_REQUEST_NULL for what has come to its end.
  virtual std::span<MPI_Request> requests() noexcept = 0;

  /// Says on stderr what MPI_Finalize waits for.
  virtual void tell_of_waiting() const = 0;

private:
  friend class SendsLeftBehind;
  std::unique_ptr<SendLeftBehind> next_;
};

/// Keeps it until MPI has carried it out, which MPI_Finalize waits for.
void leave_behind(std::unique_ptr<SendLeftBehind> send) noexcept;

/// Frees the memory of what MPI has carried out meanwhile, of some of them, each in turn. To be called where memory is
/// taken for what is sent, and before a send may be left behind. Throws CallFailure.
void tidy_left_behind();

} // namespace automap::mpi
