// Nonblocking messages: the objects behind AM_Request.
#pragma once

#include "automap/automap.h"

#include "collective.h"
#include "message_buffer.h"
#include "mpi/base/pending.h"
#include "mpi/guarded_room.h"
#include "parts.h"
#include "pipeline.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <exception>
#include <memory>
#include <optional>
#include <span>

/// An operation under way, with what it needs until it ends.
struct AM_Request_s final : automap::mpi::PendingReceive {
  AM_Request_s(const automap::layout::Plan &plan, bool receives) : plan(plan.shared_from_this()), receives(receives) {}
  AM_Request_s() = default; // of a collective call
  ~AM_Request_s();

  /// How far to proceed: as far as possible at once, in a test or in a wait that takes turns with other operations; or
  /// to the end.
  enum class Mode { test, test_in_turn, wait };

  /// Proceeds, and returns whether the operation has ended. It has also ended if it has failed.
  bool proceed(Mode mode) noexcept;

  /// Throws the failure, if any, of an operation that has ended.
  void end() const;

  std::shared_ptr<const automap::layout::Plan> plan; // the datatype may be freed meanwhile
  std::shared_ptr<automap::mpi::Pipeline> pipeline;  // set for receives; the communicator may be freed, too
  bool receives = false;
  automap::mpi::Outgoing outgoing; // a send in parts, all of which are packed
  std::optional<automap::mpi::MessageBuffer> message;
  std::optional<automap::mpi::GuardedRoom> guarded;      // where the message is received, if it has no holes there
  std::optional<automap::mpi::Collective> collective;
  MPI_Request request = MPI_REQUEST_NULL; // the request of the message or its announcement, or of the collective call
  bool has_first = false;                                // whether `request` has ended
  std::unique_ptr<automap::mpi::IncomingParts> incoming; // the parts that were announced
  bool has_ended = false;
  std::exception_ptr failure;
  MPI_Status status = {};

private:
  bool carry_on() noexcept override { return proceed(Mode::test); }
  bool advance(Mode mode);
};

namespace automap::mpi {

/// Returns an empty status, that of an operation without a message (MPI 4.0, section 3.7.3).
MPI_Status empty_status();

/// Copies a status to `status` unless that is MPI_STATUS_IGNORE. Leaves MPI_ERROR, which is the caller's (MPI 4.0,
/// section 3.2.5).
void copy_status(const MPI_Status &from, MPI_Status *status);

/// Carries on `call` until it ends, and meanwhile other receives, and the sends in parts among `others`.
void wait(AM_Request_s &call, std::span<const AM_Request> others = {});

} // namespace automap::mpi
