// The end of a communicator's shadow, after the program has freed the communicator.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Begins to retire the shadow of a communicator that the program has freed. The shadow goes when all records have
/// come. Collective over the communicator, but no rank waits for another.
void begin_retiring(Checker &checker, const CommunicatorRef &communicator);

/// Frees the shadows whose records have all come. Local.
void poll_retiring(Checker &checker);

/// Waits, some seconds at most, until all other ranks have sent what they have to. Then gives up the shadows that are
/// left. Not under the lock.
void finish_retiring(Checker &checker);

} // namespace automap::check
