// Nonblocking messages: what AM_Request stands for.
#pragma once

#include "automap/automap.h"

#include "message_buffer.h"
#include "mpi/base/pending.h"
#include "parts.h"
#include "pipeline.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <exception>
#include <memory>
#include <optional>
#include <span>

/// A call that is under way, with what it needs until it ends.
struct AM_Request_s final : automap::mpi::PendingReceive {
  AM_Request_s(const automap::layout::Plan &plan, bool receives)
      : plan(plan.shared_from_this()), receives(receives) {}
  ~AM_Request_s();

  /// Goes on as far as it can at once, for who tests it, or who waits for it and others in turn; or waits.
  enum class Mode { test, test_in_turn, wait };

  /// Whether it has ended, or failed, as end() says then.
  bool proceed(Mode mode) noexcept;

  /// To be called when it has ended: throws what went wrong.
  void end() const;

  std::shared_ptr<const automap::layout::Plan> plan; // the datatype may be freed meanwhile
  std::shared_ptr<automap::mpi::Pipeline> pipeline;  // of a receive; the communicator, too
  bool receives;
  automap::mpi::Outgoing outgoing; // in parts, all of which are packed
  std::optional<automap::mpi::MessageBuffer> message;
  MPI_Request request = MPI_REQUEST_NULL;                // of the message, or of what announces it
  bool has_first = false;                                // that has ended
  std::unique_ptr<automap::mpi::IncomingParts> incoming; // what was announced
  bool has_ended = false;
  std::exception_ptr failure;
  MPI_Status status = {};

private:
  bool carry_on() noexcept override { return proceed(Mode::test); }
  bool advance(Mode mode);
};

namespace automap::mpi {

/// Of what has been neither sent nor received.
MPI_Status empty_status();

/// Copies a status except its MPI_ERROR, which is the caller's (MPI 4.0, section 3.2.5), to `status` unless that is
/// MPI_STATUS_IGNORE.
void copy_status(const MPI_Status &from, MPI_Status *status);

/// Goes on to the end, and so do other receives meanwhile, and the sends in parts among `others`.
void wait(AM_Request_s &call, std::span<const AM_Request> others = {});

} // namespace automap::mpi
