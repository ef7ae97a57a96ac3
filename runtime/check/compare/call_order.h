// Whether all ranks of a communicator make the same collective calls in the same order, with the same root and
// operation. Each rank tells the next one, in a ring, which calls it makes (announcing.h). So a difference between any
// two ranks shows at two places of the ring at least.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Adds a collective call of this rank to those that are compared.
void add_own_call(Checker &checker, Communicator &communicator, const ArgumentRef &argument);

/// Takes records that have arrived: the rank before has made `times` collective calls in a row that `record` describes.
void deliver_collective(Checker &checker, Communicator &communicator, const RecordRef &record, std::int64_t times);

/// Reports the calls that one of the two ranks has made and the other has not, in MPI_Finalize, when no more records come.
void report_missing_calls(Checker &checker, Communicator &communicator);

} // namespace automap::check
