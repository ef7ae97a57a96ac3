// What MPI is given for the buffer of a message that is sent whole, or received.
#pragma once

#include "choice.h"
#include "envelope.h"
#include "mpi/base/buffers.h"
#include "mpi/base/failure.h"
#include "parts.h"
#include "pipeline.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace automap::mpi {

/// Throws UsageFailure if `status` is null and is not MPI_STATUS_IGNORE, which is null in some MPI libraries.
inline void require_status(const MPI_Status *status) { require_arguments(status || status == MPI_STATUS_IGNORE); }

/// Returns the bytes of a received message of MPI_PACKED, or MPI_UNDEFINED if they exceed an int.
inline int bytes_received(const MPI_Status &status) {
  int bytes = 0;
  check_call(MPI_Get_count(&status, MPI_PACKED, &bytes));
  return bytes;
}

/// Throws UsageFailure for a message that is longer than the buffer unless it `fits`.
inline void require_fits(bool fits) {
  require(fits, MPI_ERR_TRUNCATE, "AutoMap: the message is longer than the buffer");
}

/// Returns the parts that `source` has announced for a buffer. Returns null if what was received is as long as an
/// announcement, but is none.
std::unique_ptr<IncomingParts> parts_of(const PartsAnnouncement &received, int source, Pipeline &pipeline,
                                        const layout::Plan &plan, void *buffer, int count);

/// The data of a message that is sent whole, or received. All functions throw CallFailure, UsageFailure and
/// std::bad_alloc.
class MessageBuffer {
public:
  /// Prepares a message. If it `sends`, `buffer` is only read; otherwise received data are unpacked into it. If there
  /// is a pipeline, they may be an announcement, for which there is always room.
  MessageBuffer(const layout::Plan &plan, const void *buffer, const Envelope &envelope, bool sends);

  /// Returns what MPI is to send, or to receive into.
  MpiData mpi_data() const {
    if (method() == Method::by_mpi)
      return {buffer_, count_, type_};
    void *const data = method() == Method::packed ? packed_.data() : first_byte(plan_, buffer_, size_);
    if (method_.type)
      return {data, 1, *method_.type};
    return {data, static_cast<int>(room_), MPI_PACKED};
  }

  /// Whether the received data may be in parts for which there is room.
  bool may_be_in_parts() const { return pipeline_ && pipeline_->may_announce(size_); }

  /// Returns the pipeline, which must be kept while a receive is under way, or null.
  Pipeline *pipeline() const { return pipeline_; }

  /// Moves what was received, which may be less than there is room for, to its places and returns null. If it announces
  /// parts, returns these, which are still to be received.
  std::unique_ptr<IncomingParts> unpack(const MPI_Status &status) const;

private:
  Method method() const { return method_.method; }

  void unpack(int bytes) const;
  std::unique_ptr<IncomingParts> announced_parts(const MPI_Status &status) const;

  const layout::Plan &plan_;
  void *buffer_;
  int count_;
  std::int64_t size_;
  Pipeline *pipeline_;
  std::int64_t room_; // bytes that MPI may receive
  WholeMethod method_;
  Buffer packed_;
  MPI_Datatype type_; // the datatype of the buffer
};

} // namespace automap::mpi
