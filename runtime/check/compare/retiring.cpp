// The end of shadows. See retiring.h.
#include "retiring.h"

#include "call_order.h"
#include "pairing.h"
#include "travel.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace automap::check {
namespace {

/// Takes in what has arrived on a shadow. Returns whether nothing is left to be done with it.
bool poll_shadow(Checker &checker, Communicator &communicator) {
  if (!communicator.is_added_up) {
    const IgnoreErrors ignore;
    int done = 0;
    PMPI_Test(&communicator.adding_up, &done, MPI_STATUS_IGNORE);
    communicator.is_added_up = done;
    if (done)
      communicator.groups_expected +=
          std::reduce(communicator.groups_of_others.begin(), communicator.groups_of_others.end());
  }
  receive_groups(checker, communicator);
  free_sent_groups(communicator);
  // After different collective calls, those on the shadow do not match, and the sum means nothing.
  return communicator.calls.are_same() && communicator.is_added_up &&
         communicator.groups_received >= communicator.groups_expected && communicator.outgoing.empty();
}

bool calls_are_here(const CommunicatorRef &communicator) { return communicator->calls.are_all_here; }
bool calls_are_same(const CommunicatorRef &communicator) { return communicator->calls.are_same(); }

} // namespace

void begin_retiring(Checker &checker, const CommunicatorRef &communicator) {
  communicator->is_retiring = true;
  send_all_groups(checker, *communicator);
  communicator->groups_sent.resize(static_cast<std::size_t>(communicator->size));
  send_last_call(checker, *communicator);
  if (communicator->is_inter) {
    communicator->groups_of_others.resize(communicator->groups_sent.size());
    PMPI_Ialltoall(communicator->groups_sent.data(), 1, MPI_LONG_LONG, communicator->groups_of_others.data(), 1,
                   MPI_LONG_LONG, communicator->shadow, &communicator->adding_up);
  } else {
    PMPI_Ireduce_scatter_block(communicator->groups_sent.data(), &communicator->groups_expected, 1, MPI_LONG_LONG,
                               MPI_SUM, communicator->shadow, &communicator->adding_up);
  }
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
    if (!communicator.stored.empty())
      checker.with_messages_left.push_back(*next);
    PMPI_Comm_free(&communicator.shadow);
    communicator.shadow = MPI_COMM_NULL;
    next = checker.retiring.erase(next);
  }
}

void finish_retiring(Checker &checker) {
  using Clock = std::chrono::steady_clock;
  // A rank that comes later may have records that it has not sent yet.
  MPI_Request all_are_here = MPI_REQUEST_NULL;
  PMPI_Ibarrier(checker.control, &all_are_here);
  auto give_up = Clock::time_point::max();
  const auto poll_until = [&](auto is_done) {
    while (!is_done() && Clock::now() < give_up) {
      {
        const Lock lock(checker);
        poll_retiring(checker);
      }
      int flag = 0;
      if (all_are_here != MPI_REQUEST_NULL)
        PMPI_Test(&all_are_here, &flag, MPI_STATUS_IGNORE);
      if (flag)
        give_up = Clock::now() + checker.settings.patience;
      sched_yield();
    }
  };
  poll_until([&] { return std::ranges::all_of(checker.retiring, calls_are_here); });
  PMPI_Wait(&all_are_here, MPI_STATUS_IGNORE);
  // After different collective calls at any ranks, what is left at the others, too, would never come to its end.
  int mine = !std::ranges::all_of(checker.retiring, calls_are_same), any = 0;
  PMPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, checker.control);
  give_up = Clock::now() + (any ? std::chrono::milliseconds(200) : checker.settings.patience);
  poll_until([&] { return checker.retiring.empty(); });
  const Lock lock(checker);
  for (const CommunicatorRef &communicator : checker.retiring) {
    give_up_wanted(checker, *communicator);
    report_missing_calls(checker, *communicator);
    communicator->shadow = MPI_COMM_NULL; // MPI_Finalize frees it
  }
}

} // namespace automap::check
