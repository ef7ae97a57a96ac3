// Messages in parts, one of which is packed while those before it travel and are unpacked. See pipeline.h.
//
// As with MPI, a send ends once a receive has matched it, whatever the receiving rank does then. That rank may make
// only MPI calls for a while, and MPI receives no part that it was not asked for. So announcements are sent
// synchronously. If parts are not received although the announcement was, the rest is packed, started and abandoned:
// MPI carries it out.
#pragma once

#include "abandoned.h"
#include "envelope.h"
#include "mpi/base/buffers.h"
#include "mpi/base/failure.h"
#include "pipeline.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace automap::mpi {

/// The time for which a send waits for a part to be received after the receive has begun. Tests change it.
inline std::chrono::milliseconds patience{2};

/// The number of sends of this process that have stopped waiting for their parts.
inline std::atomic<unsigned long> abandoned_waits{0};

/// The time for which something has been waited for.
class Patience {
public:
  /// Whether `patience` has passed since the first call.
  bool is_over();

  /// Starts the time again, to wait for something else.
  void begin_anew() { end_.reset(); }

private:
  std::optional<std::chrono::steady_clock::time_point> end_;
};

/// A message that is being sent. All functions throw CallFailure and std::bad_alloc. Those that wait carry on the
/// receives of this process meanwhile (pending.h).
class OutgoingParts final : public AbandonedSend {
public:
  /// Announces a message of `part` bytes in each part. Errors are those of the user's communicator.
  OutgoingParts(std::shared_ptr<Pipeline> pipeline, const layout::Plan &plan, const void *buffer,
                const Envelope &envelope, std::int64_t part);
  OutgoingParts(const OutgoingParts &) = delete;
  OutgoingParts &operator=(const OutgoingParts &) = delete;

  /// Packs all parts with few buffers, and starts them, the first ones before the receive has begun.
  void send();

  /// Packs and starts all parts without waiting.
  void start() { send_rest(0); }

  /// Waits until a receive has taken the announcement, and then for `patience` until it has taken each part.
  void finish();

  /// Whether finish() would return at once. Is called after all parts are started.
  bool is_finished();

  /// Whether a receive has taken the announcement.
  bool is_received();

  std::span<MPI_Request> requests() noexcept override { return requests_; }
  void report_waiting() const override;

private:
  bool is_done(MPI_Request &request);
  bool is_taken(MPI_Request &request);
  std::int64_t send_part(std::int64_t begin, char *packed, MPI_Request &request);
  void send_rest(std::int64_t begin);

  const std::shared_ptr<Pipeline> pipeline_;
  const layout::Plan &plan_; // not used after all is packed
  const void *const buffer_;
  const int count_;
  struct {
    const PartsAnnouncement announcement;
    char fill[PartsAnnouncement::longest_element];
  } head_;
  const int dest_, tag_;
  std::optional<Buffer> few_, rest_;  // packed parts
  std::vector<MPI_Request> requests_; // requests of the announcement and of the parts
  std::size_t finished_ = 0;          // number of these that is_finished() has found ended
  Patience patience_;                 // patience with the next one
  PartsStarted started_;              // the parts in rest_
};

/// The deleter of a message that is being sent. Abandons it if it has not ended.
struct Abandon {
  void operator()(OutgoingParts *message) const noexcept;
};
using Outgoing = std::unique_ptr<OutgoingParts, Abandon>;

/// Returns the communicator whose error handler is called for mistakes in messages of this pipeline: the user's, or if
/// that has been freed, that of calls without a communicator.
MPI_Comm error_communicator(const Pipeline &pipeline);

/// Returns the failure for a message that is longer than the buffer.
UsageFailure truncation_failure(const Pipeline &pipeline);

/// Where a message goes.
struct Destination {
  const layout::Plan &plan;
  void *buffer;
  int count;
  std::int64_t size; // room, bytes
  char *in_place;    // the first byte of data without holes; null: the data have holes
};

/// A message that is being received.
class IncomingParts {
public:
  /// Starts receiving the message that `source` has announced. Throws CallFailure and std::bad_alloc.
  IncomingParts(std::shared_ptr<Pipeline> pipeline, const PartsAnnouncement &announcement, int source,
                const Destination &destination);
  IncomingParts(const IncomingParts &) = delete;
  IncomingParts &operator=(const IncomingParts &) = delete;

  /// Receives and unpacks what has arrived, or all if it `waits`. Returns whether that is all. Receives and drops a
  /// message for which there is no room. Throws CallFailure.
  bool advance(bool waits);

  /// Makes `status`, that of the announcement, the status of the whole message, which has been received. Throws
  /// CallFailure, and UsageFailure if there was not enough room.
  void complete(MPI_Status &status) const;

private:
  static constexpr std::size_t most_posted = 4;

  /// The requests of the posted parts. The destructor cancels those that have not ended, as after an error.
  struct Requests {
    Requests() { each.fill(MPI_REQUEST_NULL); }
    ~Requests();
    Requests(const Requests &) = delete;
    Requests &operator=(const Requests &) = delete;
    MPI_Request &of(std::int64_t part) { return each[static_cast<std::size_t>(part) % most_posted]; }
    std::array<MPI_Request, most_posted> each;
  };

  bool fits() const { return announcement_.size <= destination_.size; }
  void post(std::int64_t part);
  char *place(std::int64_t part) const;
  std::int64_t end_of(std::int64_t part) const;

  const std::shared_ptr<Pipeline> pipeline_;
  const PartsAnnouncement announcement_;
  const int source_;
  const Destination destination_;
  const std::int64_t parts_;
  std::int64_t next_ = 0;
  std::optional<Buffer> packed_;
  Requests requests_; // last: destroyed before the memory that they write to
};

} // namespace automap::mpi
