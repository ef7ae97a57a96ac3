// What a program leaves behind at MPI_Finalize: messages, requests, and handles that it should have freed.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Reports requests that the program has not completed, or not freed. Called first, because what MPI does later is not
/// the program's. Under the lock, as the other functions.
void report_requests_left(Checker &checker);

/// Reports messages whose records have come and that no receive has matched. Called when all records have come.
void report_messages_left(Checker &checker);

/// Reports handles that are not freed.
void report_handles_left(Checker &checker);

} // namespace automap::check
