// Which record belongs to which receive. The n-th record of an envelope describes the message of the n-th receive that
// matches this envelope; design.md proves it.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Returns the envelope that a receive asks for, with MPI's wildcards turned into ours.
SourceAndTag pattern_of(int source, int tag);

/// Notes that a posted receive has got its message, as `status` says. `place` is what PostedReceives returned, and
/// `was_pending` tells whether post() did. `truncated`: MPI has refused the message for its length. `argument` is what
/// receives; null if the message has only been matched, and will be received later. Without a status, `pattern` has no
/// wildcards and says where the message comes from. Returns the receive if it is truncated or only matched; otherwise
/// it may return null.
ReceiveRef note_matched(Checker &checker, const CommunicatorRef &communicator, const ArgumentRef &argument,
                        SourceAndTag pattern, PostedReceives<ReceiveRef>::Place place, bool was_pending,
                        const MPI_Status &status, bool truncated, bool has_status = true);

/// Notes that the message of `receive`, which was matched with no argument, is received now.
void note_received(Checker &checker, const ReceiveRef &receive, ArgumentRef argument, const MPI_Status &status,
                   bool truncated);

/// Reports a truncated receive that is about to end the program. Waits a moment for its record. Not under the lock.
void report_now(Checker &checker, const ReceiveRef &receive);

/// Notes that a pending receive has ended without a message.
void note_withdrawn(Checker &checker, Communicator &communicator, SourceAndTag pattern,
                    PostedReceives<ReceiveRef>::Place place);

/// Notes that it will never be known which message a receive has got.
void note_lost(Checker &checker, Communicator &communicator, SourceAndTag pattern,
               PostedReceives<ReceiveRef>::Place place, bool was_pending);

/// Notes that the receive in communicator.blocking has not come to its end.
void give_up_blocking(Checker &checker, Communicator &communicator);

/// Takes in what has arrived, and sends what is due. Best called before the program waits. Looks for what has arrived only
/// now and then; with `at_once`, also some times in each tick of the clock. Local.
void poll(Checker &checker, Communicator &communicator, bool at_once = false);

/// Takes in one group. Returns whether one had arrived. Local.
bool receive_any_group(Checker &checker, Communicator &communicator);

/// Takes in all groups that have arrived. Local.
void receive_groups(Checker &checker, Communicator &communicator);

/// Gives up the records that receives still wait for, because their messages bypassed the checker.
void give_up_wanted(Checker &checker, Communicator &communicator);

} // namespace automap::check
