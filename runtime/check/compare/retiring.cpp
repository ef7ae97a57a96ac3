// The end of shadows. See retiring.h.
#include "retiring.h"

#include "call_order.h"
#include "pairing.h"
#include "travel.h"

#include <sched.h>

#include <algorithm>
#include <chrono>

namespace automap::check {
namespace {

/// Takes in what has arrived on a shadow. Returns whether nothing is left to be done with it.
bool poll_shadow(Checker &checker, Communicator &communicator) {
  if (!communicator.is_added_up) {
    int done = 0;
    PMPI_Test(&communicator.adding_up, &done, MPI_STATUS_IGNORE);
    communicator.is_added_up = done;
  }
  receive_groups(checker, communicator);
  free_sent_groups(communicator);
  communicator.poll_collectives();
  // After different collective calls, those on the shadow do not match, and the sum means nothing.
  return communicator.calls.are_same() && communicator.is_added_up &&
         communicator.groups_received >= communicator.groups_expected && communicator.outgoing.empty() &&
         communicator.collectives.empty();
}

/// Returns how long to wait for what a wrong program may never send. If only different collective calls are in the way,
/// no more than what is under way has to come.
std::chrono::milliseconds patience_of(const Checker &checker) {
  const auto is_of_calls = [](const CommunicatorRef &communicator) { return !communicator->calls.are_same(); };
  return std::ranges::all_of(checker.retiring, is_of_calls) ? std::chrono::milliseconds(500)
                                                            : checker.settings.patience;
}

} // namespace

void begin_retiring(Checker &checker, const CommunicatorRef &communicator) {
  communicator->is_retiring = true;
  send_all_groups(checker, *communicator);
  communicator->groups_sent.resize(static_cast<std::size_t>(communicator->size));
  PMPI_Ireduce_scatter_block(communicator->groups_sent.data(), &communicator->groups_expected, 1, MPI_LONG_LONG,
                             MPI_SUM, communicator->shadow, &communicator->adding_up);
  checker.retiring.push_back(communicator);
}

void poll_retiring(Checker &checker) {
  for (auto next = checker.retiring.begin(); next != checker.retiring.end();) {
    Communicator &communicator = **next;
    if (!poll_shadow(checker, communicator)) {
      ++next;
      continue;
    }
    give_up_wanted(checker, communicator);
    PMPI_Comm_free(&communicator.shadow);
    communicator.shadow = MPI_COMM_NULL;
    next = checker.retiring.erase(next);
  }
}

void finish_retiring(Checker &checker) {
  // A rank that comes later may have records that it has not sent yet.
  MPI_Request all_are_here = MPI_REQUEST_NULL;
  PMPI_Ibarrier(checker.control, &all_are_here);
  using Clock = std::chrono::steady_clock;
  auto give_up = Clock::time_point::max();
  while (!checker.retiring.empty() && Clock::now() < give_up) {
    {
      const Lock lock(checker);
      poll_retiring(checker);
    }
    int flag = 0;
    if (all_are_here != MPI_REQUEST_NULL)
      PMPI_Test(&all_are_here, &flag, MPI_STATUS_IGNORE);
    if (flag)
      give_up = Clock::now() + patience_of(checker);
    sched_yield();
  }
  PMPI_Wait(&all_are_here, MPI_STATUS_IGNORE);
  const Lock lock(checker);
  for (const CommunicatorRef &communicator : checker.retiring) {
    give_up_wanted(checker, *communicator);
    report_missing_calls(checker, *communicator);
    checker.counters.skipped += static_cast<std::int64_t>(communicator->collectives.size());
    communicator->shadow = MPI_COMM_NULL; // MPI_Finalize frees it
  }
}

} // namespace automap::check
