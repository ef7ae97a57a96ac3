// Nonblocking messages: what AM_Request stands for.
#pragma once

#include "automap/automap.h"

#include "message.h"
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
  enum class Going { on, in_turn, to_the_end };

  /// Whether it has ended, or failed, as end() says then.
  bool go(Going how) noexcept;

  /// To be called when it has ended: throws what went wrong.
  void end() const;

  std::shared_ptr<const automap::layout::Plan> plan; // the datatype may be freed meanwhile
  std::shared_ptr<automap::mpi::Pipeline> pipeline;  // of a receive; the communicator, too
  bool receives;
  automap::mpi::Outgoing outgoing; // in parts, all of which are packed
  std::optional<automap::mpi::Message> message;
  MPI_Request request = MPI_REQUEST_NULL;                // of the message, or of what announces it
  bool has_first = false;                                // that has ended
  std::unique_ptr<automap::mpi::IncomingParts> incoming; // what was announced
  bool has_ended = false;
  std::exception_ptr failure;
  MPI_Status status = {};

private:
  bool carry_on() noexcept override { return go(Going::on); }
  bool advance(Going how);
};

namespace automap::mpi {

/// Of what has been neither sent nor received.
MPI_Status empty_status();

/// `status`, unless it is MPI_STATUS_IGNORE, becomes `from` but for MPI_ERROR, which is the caller's (MPI 4.0, section
/// 3.2.5).
void give(MPI_Status *status, const MPI_Status &from);

/// Goes on to the end, and so do other receives meanwhile, and the sends in parts among `others`.
void wait(AM_Request_s &call, std::span<const AM_Request> others = {});

} // namespace automap::mpi
