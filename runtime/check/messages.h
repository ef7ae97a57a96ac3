// Point-to-point messages: their records sent, received and compared. README.md says why that is right.
#pragma once

#include "checker.h"

namespace automap::check {

/// The program is about to send a message: sends its record. Local. To be called under the lock that is held
/// until the message itself is under way.
void send_record(Checker &checker, Communicator &communicator, Call call, const Part &part, int destination,
                 int tag);

/// `pattern` with MPI's wildcards turned into ours.
Envelope pattern_of(int source, int tag);

/// A posted receive has got its message, as `status` says. `place` is what PostedReceives gave it,
/// `was_pending` whether by post(). `truncated`: MPI has refused it for its length. `part` is what receives;
/// nothing for a message that has been matched and will be received later. Without a status the pattern,
/// which then has no wildcards, says where the message comes from.
ReceiveRef matched(Checker &checker, const CommunicatorRef &communicator, Call call, const Part *part,
                   Envelope pattern, PostedReceives<ReceiveRef>::Place place, bool was_pending,
                   const MPI_Status &status, bool truncated, bool has_status = true);

/// The message behind `receive` (matched with no part) is received now.
void received(Checker &checker, Call call, const ReceiveRef &receive, const Part &part,
              const MPI_Status &status, bool truncated);

/// For a truncated receive that is about to end the program: waits a moment for the record, and reports. Not
/// under the lock.
void report_now(Checker &checker, const ReceiveRef &receive);

/// A pending receive ends without a message, or it will never be known with which.
void withdrawn(Checker &checker, Communicator &communicator, Envelope pattern,
               PostedReceives<ReceiveRef>::Place place);
void lost(Checker &checker, Communicator &communicator, Envelope pattern,
          PostedReceives<ReceiveRef>::Place place);

/// Takes in what has arrived. Local.
void poll(Checker &checker, Communicator &communicator);

/// The program has freed the communicator: its shadow goes when all records are in. Collective over the
/// communicator, but no rank waits for another.
void begin_retiring(Checker &checker, const CommunicatorRef &communicator);

/// Goes on with that where others have come far enough. Local.
void poll_retiring(Checker &checker);

/// Comes to an end with it. Waits for the other ranks, some seconds at most. Not under the lock.
void finish_retiring(Checker &checker);

} // namespace automap::check
