// Which collective calls this rank makes. See announcing.h.
#include "announcing.h"

#include "call_order.h"
#include "check/state/operations.h"
#include "pairing.h"
#include "travel.h"
#include "waiting.h"

#include <cstring>

namespace automap::check {
namespace {

/// The rank before sends the records of its first calls at once, so that they can be waited for. Later ones wait for
/// others if they are many. What is early is counted, because both ranks have to agree on it.
constexpr std::int64_t early_calls = 256;

/// Takes in records until that of the rank before for the last noted call has come, or one has shown a difference.
void wait_for_rank_before(Checker &checker, Communicator &communicator) {
  wait_patiently(checker, [&] {
    receive_wanted_calls(checker, communicator);
    return communicator.calls.mine.empty();
  });
}

} // namespace

bool Collective::blocks() const {
  const char *const name = call.name + (call.is_of_automap() ? std::strlen("AM_") : std::strlen("MPI_"));
  return *name != 'I' && !std::strstr(name, "_init");
}

void note_collective(Checker &checker, Communicator &communicator, const Collective &collective, bool waits) {
  if (communicator.size == 1 || communicator.is_inter || communicator.is_retiring || checker.has_unseen_calls)
    return;
  const ArgumentRef argument =
      checker.collective(collective.call, collective.root, operation_number(collective.operation));
  const bool is_early = communicator.calls.count++ < early_calls;
  send_call(checker, communicator, argument, communicator.rank_after(), is_early);
  add_own_call(checker, communicator, argument);
  if (!is_early || communicator.calls.differ)
    return;
  if (waits && collective.blocks() && !checker.threaded)
    wait_for_rank_before(checker, communicator);
  else
    receive_wanted_calls(checker, communicator);
}

void check_order(const Collective &collective, MPI_Comm handle) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  const CommunicatorRef communicator = checker->communicators.find_ref(handle);
  if (!communicator)
    return;
  note_collective(*checker, *communicator, collective, true);
  send_all_groups(*checker, *communicator);
  receive_wanted_calls(*checker, *communicator);
}

void receive_wanted_calls(Checker &checker, Communicator &communicator) {
  while ((!communicator.calls.mine.empty() || communicator.expected_data > 0) &&
         receive_any_group(checker, communicator))
    ;
}

} // namespace automap::check
