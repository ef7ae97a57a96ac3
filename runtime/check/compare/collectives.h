// Data of collective calls. Each rank describes what it sends to another in a record, which travels to it like those of
// messages. No rank waits for a record: what a call expects is compared when its records have come.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

constexpr Roles of_transfer{"received", "sent"}, of_reduction{"reduced", "reduced at that rank"},
    of_scattering{"scattered", "scattered to it by that rank"};

/// The check of one collective call. Under the lock.
class CollectiveCheck {
public:
  CollectiveCheck(Checker &checker, Communicator &communicator, const Roles &roles);

  /// Notes that this rank sends data to a rank, perhaps itself, in the order of the data if it sends it several.
  void send(int rank, const ArgumentRef &argument);

  /// Notes that this rank expects data from a rank, likewise.
  void expect(int rank, const ArgumentRef &argument);

  /// Compares what has come, after all is noted. What this rank sends to itself is compared in any case, before the
  /// program's own call, in which MPI may end the program.
  void finish();

private:
  void compare_own();

  Checker &checker_;
  Communicator &communicator_;
  const Roles &roles_;
  bool expects_any_ = false;
};

/// Takes records that have arrived from a rank: the first for the call that is `step` calls after the one before, and so on.
void deliver_data(Checker &checker, Communicator &communicator, int source, std::int64_t step, const RecordRef &record,
                  std::int64_t times);

/// Gives up what is expected of others and has not come.
void give_up_data(Checker &checker, Communicator &communicator);

} // namespace automap::check
