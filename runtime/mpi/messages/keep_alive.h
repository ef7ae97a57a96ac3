// What a blocking call uses while other threads may free what it was given.
#pragma once

#include "mpi/base/failure.h"
#include "pipeline.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <memory>

namespace automap::mpi {

/// Whether other threads may call MPI while a call waits in it. Throws CallFailure.
inline bool threads_may_free() {
  static const bool out = [] {
    int level = MPI_THREAD_SINGLE;
    check(MPI_Query_thread(&level));
    return level == MPI_THREAD_MULTIPLE;
  }();
  return out;
}

/// While it lives, what is used after a call has waited lives, too, also if another thread frees the datatype or the
/// communicator: MPI lets what is under way end (MPI 4.0, sections 5.1.9 and 7.4.3), but deletes the attributes when
/// it likes. Keeps nothing where no thread may do that, for then atomic operations would only slow short messages.
class KeptWhileWaiting {
public:
  /// `pipeline` may be null. Throws CallFailure.
  explicit KeptWhileWaiting(const layout::Plan &plan, Pipeline *pipeline = nullptr) {
    if (threads_may_free())
      keep(plan, pipeline);
  }

private:
  void keep(const layout::Plan &plan, Pipeline *pipeline) {
    plan_ = plan.shared_from_this();
    if (pipeline)
      pipeline_ = pipeline->shared_from_this();
  }

  std::shared_ptr<const layout::Plan> plan_;
  std::shared_ptr<Pipeline> pipeline_;
};

} // namespace automap::mpi
