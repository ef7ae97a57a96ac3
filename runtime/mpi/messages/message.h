// What MPI is given for the buffer of a message, to send or to receive it.
#pragma once

#include "choice.h"
#include "mpi/base/buffers.h"
#include "mpi/base/failure.h"
#include "parts.h"
#include "pipeline.h"

#include "layout/checked.h"
#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace automap::mpi {

/// Of `count` items. Throws UsageFailure if that is negative.
inline std::int64_t bytes_of(const layout::Plan &plan, int count) {
  require_count(count);
  return layout::checked_multiply(count, plan.size());
}

/// Where the data of a buffer without holes begin.
inline char *first_byte(const layout::Plan &plan, void *buffer, std::int64_t size) {
  return size > 0 ? layout::moved(static_cast<char *>(buffer), plan.true_lower_bound()) : nullptr;
}

/// Throws UsageFailure if `status` is null and is not MPI_STATUS_IGNORE, which is null in some MPI libraries.
inline void require_status(const MPI_Status *status) {
  require_arguments(status || status == MPI_STATUS_IGNORE);
}

/// Of a message of MPI_PACKED; MPI_UNDEFINED if int does not count them.
inline int bytes_received(const MPI_Status &status) {
  int bytes = 0;
  check(MPI_Get_count(&status, MPI_PACKED, &bytes));
  return bytes;
}

/// The parts that `source` has announced for a buffer; null if what was received in their place, which is as long as
/// an announcement, is none.
std::unique_ptr<IncomingParts> parts_of(const Announcement &received, int source, Pipeline &pipeline,
                                        const layout::Plan &plan, void *buffer, int count);

/// All functions throw CallFailure, UsageFailure and std::bad_alloc.
class Message {
public:
  /// Outgoing if `packs`: then `buffer` is not written. Else what is received is to be unpacked, and with a
  /// pipeline may be an announcement of it, for which there is room whatever the buffer has.
  Message(const layout::Plan &plan, const void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm,
          bool packs);

  void *data() const {
    return way() == Way::by_mpi   ? buffer_
           : way() == Way::packed ? packed_.data()
                                  : first_byte(plan_, buffer_, size_);
  }
  int count() const {
    return way() == Way::by_mpi ? count_ : travelling_.uncut ? 1 : static_cast<int>(room_);
  }
  MPI_Datatype type() const {
    return way() == Way::by_mpi ? type_ : travelling_.uncut ? *travelling_.uncut : MPI_PACKED;
  }

  /// Whether what is received may be in parts for which there is room.
  bool may_be_in_parts() const { return pipeline_ && pipeline_->may_announce(size_); }

  /// To be kept while a receive is under way; null if there is none.
  Pipeline *pipeline() const { return pipeline_; }

  /// What was received, which may be less than there is room for, goes to its places; null then. If it announces
  /// parts, these are still to be received.
  std::unique_ptr<IncomingParts> unpack(const MPI_Status &status) const;

private:
  Way way() const { return travelling_.way; }

  void unpack(int bytes) const;
  std::unique_ptr<IncomingParts> announced_parts(const MPI_Status &status) const;

  const layout::Plan &plan_;
  void *buffer_;
  int count_;
  std::int64_t size_;
  Pipeline *pipeline_;
  std::int64_t room_; // for what MPI is to receive
  Travelling travelling_;
  Buffer packed_;
  MPI_Datatype type_; // of the buffer
};

} // namespace automap::mpi
