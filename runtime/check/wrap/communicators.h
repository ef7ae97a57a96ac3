// What else than the calls on communicators has to do with new ones.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// A communicator of MPI_Comm_idup is complete. Its shadow is soon: all ranks have called for it.
void complete_new_communicator(Checker &checker, FollowedRequest &request);

} // namespace automap::check
