// Records on their way to the receiver: gathered in groups, sent on shadow communicators, and read there.
#pragma once

#include "check/state/checker.h"

#include <cstdint>

namespace automap::check {

/// Sends the record of a message that the program is about to send. Local. Call it under the lock that is held until
/// the message itself is under way.
void send_record(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination, int tag);

/// Sends the record of a collective call to a rank, at once or with later ones. Local.
void send_call(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination,
               bool at_once);

/// Sends the record of data in a collective call to a rank, with how many calls have been made since the last one with
/// data for that rank. Local.
void send_data(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination,
               std::int64_t step);

/// Tells the next rank that no more records of collective calls will come. Local.
void send_last_call(Checker &checker, Communicator &communicator);

/// Sends the records that have waited long enough for more. Best called after a message has been sent, or before the
/// program waits. Local. `time` is coarse_clock_ns().
void send_due_groups(Checker &checker);
void send_due_groups(Checker &checker, long long time);

/// Sends all records before a collective call, unless these are too many: then only those that are due. Returns whether
/// it has sent all. Local.
bool send_before_collective(Checker &checker);

/// Sends all records of one communicator that wait. Local.
void send_all_groups(Checker &checker, Communicator &communicator);

/// Frees the groups that MPI has sent.
void free_sent_groups(Communicator &communicator);

/// Takes records that have arrived: `times` messages in a row from `envelope` are described by `record`.
using Deliver = void(Checker &checker, Communicator &communicator, SourceAndTag envelope, const RecordRef &record,
                     std::int64_t times);

// In the place of a message's tag: the record of a collective call; and less, by a number of calls, of data in one.
constexpr int collective_tag = -1, data_tag = -2;

/// Receives one group if one has arrived, and delivers its records. Returns whether one had.
bool receive_group(Checker &checker, Communicator &communicator, Deliver deliver);

} // namespace automap::check
