// What calls on requests have to do for new communicators.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Adds a communicator of MPI_Comm_idup that is complete. Waits for its shadow, which all ranks have asked for.
void complete_new_communicator(Checker &checker, FollowedRequest &request);

} // namespace automap::check
