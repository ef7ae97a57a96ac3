// Keeps alive what a blocking call uses while other threads may free its datatype or communicator.
#pragma once

#include "mpi/base/failure.h"
#include "pipeline.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <memory>

namespace automap::mpi {

/// Whether other threads may call MPI while a call of this thread waits in MPI. Throws CallFailure.
inline bool threads_may_free() {
  static const bool out = [] {
    int level = MPI_THREAD_SINGLE;
    check_call(MPI_Query_thread(&level));
    return level == MPI_THREAD_MULTIPLE;
  }();
  return out;
}

/// Keeps a plan and a pipeline alive that are used after a call has waited, even if another thread frees the datatype
/// or the communicator. MPI lets calls under way end (MPI 4.0, sections 5.1.9 and 7.4.3), but may delete the attributes
/// earlier. Does nothing if no other thread may call MPI: atomic operations would only slow short messages.
class KeepAlive {
public:
  /// Keeps `plan` and `pipeline`, which may be null. Throws CallFailure.
  explicit KeepAlive(const layout::Plan &plan, Pipeline *pipeline = nullptr) {
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
