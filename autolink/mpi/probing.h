// How AL_Probe finds structures, and which one a receive gets.
#pragma once

#include "probed.h"

#include <mpi.h>

#include <list>

namespace autolink {

struct CommState;

/// Returns the one of `probed` that a receive with these arguments gets; end() if there is none. Of those that come
/// first from their senders, that is the first that is done, or else the first.
std::list<Probed>::iterator find_probed(std::list<Probed> &probed, int source, int tag);

/// Returns the structure that a receive with these arguments gets if it is done, else end(). Takes the next message
/// that fits; with MPI_ANY_SOURCE, at most one of each sender. The caller holds the lock of `state`.
std::list<Probed>::iterator probe(CommState &state, int source, int tag, MPI_Comm comm);

} // namespace autolink
