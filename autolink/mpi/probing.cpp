// How AL_Probe finds structures. See probing.h.
#include "probing.h"

#include "comm_state.h"
#include "errors.h"

#include <algorithm>
#include <iterator>

namespace autolink {
namespace {

using Place = std::list<Probed>::iterator;

/// Whether a receive from this sender matches one of these.
bool any_matches(Place begin, Place end, int sender, int tag) {
  return std::any_of(begin, end, [=](const Probed &one) { return one.matches(sender, tag); });
}

/// Whether a receive with these arguments can get `one`: it gets the structures of each sender in their order.
bool is_first_of_sender(std::list<Probed> &probed, Place one, int source, int tag) {
  return one->matches(source, tag) && !any_matches(probed.begin(), one, one->status.MPI_SOURCE, tag);
}

/// Takes the next message. Returns false if there is none.
bool take_message(CommState &state, int source, int tag, MPI_Comm comm) {
  if (state.next_probed.empty())
    state.next_probed.emplace_back();
  if (!state.next_probed.front().find(source, tag, comm))
    return false;
  state.probed.splice(state.probed.end(), state.next_probed);
  ++state.n_probed;
  return true;
}

/// Goes on with a structure: see Probed::take_packets(). What comes from where packets have no route is left, too.
bool step(Probed &probed, const CommState &state) {
  if (const auto stream = probed.measure_first()) {
    try {
      probed.expect_packets(route_to(state, probed.status.MPI_SOURCE), packet_tag(*stream));
    } catch (const Failure &) {
      probed.leave_rest();
    }
  }
  return probed.take_packets(state.settings().unpack.limit_bytes);
}

int n_senders(MPI_Comm comm) {
  int is_inter = 0, n = 0;
  check_call(MPI_Comm_test_inter(comm, &is_inter));
  check_call(is_inter ? MPI_Comm_remote_size(comm, &n) : MPI_Comm_size(comm, &n));
  return n;
}

/// Takes the next message of a sender from which no structure waits to be received. The message after one may be a
/// plain one, and none can be given back to MPI. MPI shows one message of all senders. If that comes from another
/// sender, some senders are asked one by one, and the next ones in the next call.
bool take_from_others(CommState &state, int tag, MPI_Comm comm) {
  const auto waits = [&](int sender) { return any_matches(state.probed.begin(), state.probed.end(), sender, tag); };
  MPI_Status status;
  int flag = 0;
  check_call(MPI_Iprobe(MPI_ANY_SOURCE, tag, comm, &flag, &status));
  if (!flag)
    return false;
  if (!waits(status.MPI_SOURCE))
    return take_message(state, status.MPI_SOURCE, tag, comm);
  constexpr int most_asked = 16;
  const int n = n_senders(comm);
  for (int i = std::min(n, most_asked); i > 0; --i) {
    state.last_asked = (state.last_asked + 1) % n;
    if (!waits(state.last_asked) && take_message(state, state.last_asked, tag, comm))
      return true;
  }
  return false;
}

} // namespace

std::list<Probed>::iterator find_probed(std::list<Probed> &probed, int source, int tag) {
  auto first = probed.end();
  for (auto one = probed.begin(); one != probed.end(); ++one) {
    if (!is_first_of_sender(probed, one, source, tag))
      continue;
    if (one->is_done())
      return one;
    if (first == probed.end())
      first = one;
  }
  return first;
}

std::list<Probed>::iterator probe(CommState &state, int source, int tag, MPI_Comm comm) {
  std::list<Probed> &probed = state.probed;
  bool is_any = false;
  for (auto one = probed.begin(); one != probed.end(); ++one)
    if (is_first_of_sender(probed, one, source, tag)) {
      if (step(*one, state))
        return one;
      is_any = true;
    }
  // Structures that have come from other senders must not wait for those.
  while (is_any ? source == MPI_ANY_SOURCE && take_from_others(state, tag, comm)
                : take_message(state, source, tag, comm)) {
    is_any = true;
    if (const auto found = std::prev(probed.end()); step(*found, state))
      return found;
  }
  return probed.end();
}

} // namespace autolink
