// Point-to-point messages: their records sent, received and compared. design.md says why that is right.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// The program is about to send a message: sends its record. Local. To be called under the lock that is held
/// until the message itself is under way.
void send_record(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination,
                 int tag);

/// Sends the records that have waited long enough for more. Best where a message has just been sent, or the
/// program is about to wait. Local.
void send_due_groups(Checker &checker);

/// Sends all records before a collective call, where these are not too many, else those. Local.
void send_before_collective(Checker &checker);

/// Whether a call that waits for several requests may ask for each beforehand, which costs more than to wait.
bool may_ask_for_many(Checker &checker);

/// For a call that waits until ended() is true, which may be for ever: calls it over and over, and in between, where
/// that takes long, sends the records that have been gathered, and compares what has arrived. Not where threads run at
/// the same time.
void look_while_waiting(Checker &checker, long long &next);
template <typename Ended> void wait_patiently(Checker &checker, Ended ended) {
  for (long long next = 0; !ended();)
    look_while_waiting(checker, next);
}

/// `pattern` with MPI's wildcards turned into ours.
Envelope pattern_of(int source, int tag);

/// A posted receive has got its message, as `status` says. `place` is what PostedReceives gave it,
/// `was_pending` whether by post(). `truncated`: MPI has refused it for its length. `argument` is what
/// receives; null for a message that has been matched and will be received later. Without a status the
/// pattern, which then has no wildcards, says where the message comes from. Gives the receive where it is
/// truncated or only matched; else perhaps null.
ReceiveRef matched(Checker &checker, const CommunicatorRef &communicator, const ArgumentRef &argument,
                   Envelope pattern, PostedReceives<ReceiveRef>::Place place, bool was_pending,
                   const MPI_Status &status, bool truncated, bool has_status = true);

/// The message behind `receive` (matched with no argument) is received now.
void received(Checker &checker, const ReceiveRef &receive, ArgumentRef argument, const MPI_Status &status,
              bool truncated);

/// For a truncated receive that is about to end the program: waits a moment for the record, and reports. Not
/// under the lock.
void report_now(Checker &checker, const ReceiveRef &receive);

/// A pending receive ends without a message; or it will never be known with which one a receive ends.
void withdrawn(Checker &checker, Communicator &communicator, Envelope pattern,
               PostedReceives<ReceiveRef>::Place place);
void lost(Checker &checker, Communicator &communicator, Envelope pattern,
          PostedReceives<ReceiveRef>::Place place, bool was_pending);

/// The receive in communicator.blocking has not come to its end.
void give_up_blocking(Checker &checker, Communicator &communicator);

/// Takes in what has arrived, and sends what is due. Best in a call that is about to wait. Local.
void poll(Checker &checker, Communicator &communicator);

/// Takes in and sends all that is there, for a program that is about to end. True if no receive that has its
/// message waits for its record. Local.
bool take_in_all(Checker &checker);

/// The program has freed the communicator: its shadow goes when all records are in. Collective over the
/// communicator, but no rank waits for another.
void begin_retiring(Checker &checker, const CommunicatorRef &communicator);

/// Goes on with that where others have come far enough. Local.
void poll_retiring(Checker &checker);

/// Comes to an end with it. Waits for the other ranks, some seconds at most. Not under the lock.
void finish_retiring(Checker &checker);

} // namespace automap::check
