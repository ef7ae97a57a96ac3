// Messages in parts, of which one is packed while those before it travel and are unpacked. See pipeline.h.
//
// As with MPI, a send comes to its end once it has been matched by a receive, whatever the receiving rank does
// then: it may call nothing but MPI for a while, which takes no part that it was not asked for. So announcements
// are sent synchronously, and where parts are not taken although the announcement is received, what remains is
// packed and started, and left behind for MPI to carry out.
#pragma once

#include "abandoned.h"
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

/// Parts that nobody has taken for so long, though the receive has begun, are not waited for. Tests choose it.
inline std::chrono::milliseconds patience{2};

/// How often parts of this process were not waited for.
inline std::atomic<unsigned long> times_out_of_patience{0};

/// Since something has been waited for.
class Patience {
public:
  /// Whether it is over. The first time, it begins.
  bool is_over();

  /// Something else is waited for.
  void begin_anew() { end_.reset(); }

private:
  std::optional<std::chrono::steady_clock::time_point> end_;
};

/// A message on its way out. All functions throw CallFailure and std::bad_alloc. Those that wait carry on the receives
/// of this process meanwhile (pending.h).
class OutgoingParts final : public SendLeftBehind {
public:
  /// A message of `count` of a plan, `size` bytes, `part` in each part.
  OutgoingParts(std::shared_ptr<Pipeline> pipeline, const layout::Plan &plan, const void *buffer, int count,
                std::int64_t size, std::int64_t part);
  OutgoingParts(const OutgoingParts &) = delete;
  OutgoingParts &operator=(const OutgoingParts &) = delete;

  /// Sends the announcement; whole_elements() of the datatype says how long it is to be. Errors are those of
  /// `comm`. To be called before the others, once.
  void announce(int bytes, int dest, int tag, MPI_Comm comm);

  /// Packs all parts, by few buffers, and starts them: the first ones before the receive has begun.
  void send();

  /// Packs and starts all parts, and waits for nobody.
  void start() { send_rest(0); }

  /// Waits until a receive has taken the announcement, and a little for the parts.
  void finish();

  /// Whether it would wait no more. To be called once all are started.
  bool is_finished();

  /// Whether a receive has taken the announcement.
  bool is_received();

  std::span<MPI_Request> requests() noexcept override { return requests_; }
  void tell_of_waiting() const override;

private:
  bool is_done(MPI_Request &request);
  bool is_taken(MPI_Request &request);
  std::int64_t send_part(std::int64_t begin, char *packed, MPI_Request &request);
  void send_rest(std::int64_t begin);

  const std::shared_ptr<Pipeline> pipeline_;
  const layout::Plan &plan_; // not used once all is packed
  const void *const buffer_;
  const int count_;
  struct {
    const Announcement announcement;
    char fill[Announcement::longest_element];
  } head_;
  int dest_ = MPI_PROC_NULL, tag_ = 0;
  std::optional<Buffer> few_, rest_;  // packed parts
  std::vector<MPI_Request> requests_; // of the announcement, and of the parts
  std::size_t finished_ = 0;          // of these, as is_finished() has found
  Patience patience_;                 // with the next one
  PartsStarted started_;              // those of rest_
};

/// Owns a message on its way out; leaves it behind if it has not come to its end.
struct LeaveBehind {
  void operator()(OutgoingParts *message) const noexcept;
};
using Outgoing = std::unique_ptr<OutgoingParts, LeaveBehind>;

/// Whose error handler is told of mistakes in messages on the communicator of this pipeline, which may be freed meanwhile.
MPI_Comm who_is_told(const Pipeline &pipeline);

/// A message that is longer than the buffer.
UsageFailure truncation(const Pipeline &pipeline);

/// Where a message goes.
struct Destination {
  const layout::Plan &plan;
  void *buffer;
  int count;
  std::int64_t size; // room, bytes
  char *in_place;    // of data without holes; else null
};

/// A message on its way in.
class IncomingParts {
public:
  /// Of the message that `source` has announced. Throws CallFailure and std::bad_alloc.
  IncomingParts(std::shared_ptr<Pipeline> pipeline, const Announcement &announcement, int source,
                const Destination &destination);
  IncomingParts(const IncomingParts &) = delete;
  IncomingParts &operator=(const IncomingParts &) = delete;

  /// Receives and unpacks what has arrived, or if it waits, all. True when that is all. What there is no room for
  /// is received, too, and dropped. Throws CallFailure.
  bool advance(bool waits);

  /// The message was received: `status`, that of the announcement, is to tell of all. Throws CallFailure, and
  /// UsageFailure if there was not enough room.
  void complete(MPI_Status &status) const;

private:
  static constexpr std::size_t most_posted = 4;

  /// Those that have not ended when they go, after an error or while they were posted, are cancelled.
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
  const Announcement announcement_;
  const int source_;
  const Destination destination_;
  const std::int64_t parts_;
  std::int64_t next_ = 0;
  std::optional<Buffer> packed_;
  Requests requests_; // which are gone before what they write to
};

} // namespace automap::mpi
