// Structures that have been probed. See probed.h.
#include "probed.h"

#include "comm_state.h"
#include "errors.h"

#include "core/receive/unpacker.h"

#include <algorithm>
#include <climits>

namespace autolink {

bool MatchedPacket::find(const Route &route, int tag) {
  MPI_Status status;
  int flag = 0;
  check_own_call(MPI_Improbe(route.rank, tag, route.comm, &flag, &message, &status));
  if (!flag)
    return false;
  MPI_Count count = 0;
  check_own_call(MPI_Get_elements_x(&status, MPI_BYTE, &count));
  bytes = static_cast<std::uint64_t>(std::max<MPI_Count>(count, 0));
  return true;
}

void MatchedPacket::receive(std::byte *to, MPI_Request &request) {
  check_own_call(MPI_Imrecv(to, static_cast<int>(bytes), MPI_BYTE, &message, &request));
}

/// The communicator is being freed, and the structure was never received. What is matched stays with MPI: to receive it
/// might wait for a sender that calls MPI no more.
Probed::~Probed() {
  if (request == MPI_REQUEST_NULL)
    return;
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

bool Probed::find(int source, int tag, MPI_Comm comm) {
  int flag = 0;
  check_call(MPI_Improbe(source, tag, comm, &flag, &matched_first_, &status));
  return flag;
}

/// MPI truncates none: not all MPI libraries leave what is behind the buffer as it is.
void Probed::receive_first() {
  if (matched_first_ == MPI_MESSAGE_NULL)
    return;
  MPI_Count bytes = 0;
  check_own_call(MPI_Get_elements_x(&status, MPI_BYTE, &bytes));
  if (bytes > INT_MAX) // it stays with MPI
    return;
  Message received;
  received.size = static_cast<std::size_t>(bytes);
  received.bytes.reset(new std::byte[received.size]);
  check_call(MPI_Mrecv(received.data(), static_cast<int>(bytes), MPI_BYTE, &matched_first_, &status));
  if (received.size <= wire::max_first_bytes)
    first = std::move(received);
}

bool Probed::step(const CommState &state) {
  receive_first();
  if (!is_measured_) {
    measure.first(first.data(), first.size);
    const auto summary = Unpacker::summary(first.data(), first.size);
    is_done_ = !summary || summary->is_whole;
    if (!is_done_) {
      try {
        route_ = route_to(state, status.MPI_SOURCE);
      } catch (const Failure &) {
        is_done_ = true;
      }
      packet_tag_ = packet_tag(summary->stream);
      max_packet_bytes_ = summary->max_packet_bytes;
    }
    is_measured_ = true;
  }
  while (!is_done_)
    if (!take_packet(state))
      return false;
  return true;
}

/// Goes on with the next packet. False if it has not come.
bool Probed::take_packet(const CommState &state) {
  const std::uint64_t limit = state.settings().unpack.limit_bytes;
  if (arriving.empty()) {
    if (!matched.is_there()) {
      if (!matched.find(route_, packet_tag_))
        return false;
      // Of a footer little is counted, for a packet may have a single element, of a byte.
      packet_bytes_ += matched.bytes - std::min<std::uint64_t>(matched.bytes, sizeof(wire::Footer)) + 4;
    }
    if (matched.bytes > max_packet_bytes_ || is_too_long(packet_bytes_, limit)) {
      is_done_ = true;
      return true;
    }
    std::list<Message> packet(1);
    packet.front().size = static_cast<std::size_t>(matched.bytes);
    packet.front().bytes.reset(new std::byte[packet.front().size]);
    matched.receive(packet.front().bytes.get(), request);
    arriving.splice(arriving.end(), packet);
  }
  int flag = 0;
  check_own_call(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
  if (!flag)
    return false;
  packets.splice(packets.end(), arriving);
  const Message &packet = packets.back();
  measure.packet(packet.bytes.get(), packet.size);
  is_done_ = Unpacker::is_last(packet.bytes.get(), packet.size) || measure.bytes_of_limit() > limit;
  return true;
}

namespace {

using Place = std::list<Probed>::iterator;

/// Whether one of these is what a receive from this sender gets.
bool any_matches(Place begin, Place end, int sender, int tag) {
  return std::any_of(begin, end, [=](const Probed &one) { return one.matches(sender, tag); });
}

/// Whether a receive with these arguments can get `one`: it gets structures of one sender in their order.
bool is_first_of_sender(std::list<Probed> &probed, Place one, int source, int tag) {
  return one->matches(source, tag) && !any_matches(probed.begin(), one, one->status.MPI_SOURCE, tag);
}

/// Takes the next message. False if there is none.
bool take(CommState &state, int source, int tag, MPI_Comm comm) {
  if (state.next_probed.empty())
    state.next_probed.emplace_back();
  if (!state.next_probed.front().find(source, tag, comm))
    return false;
  state.probed.splice(state.probed.end(), state.next_probed);
  ++state.n_probed;
  return true;
}

int n_senders(MPI_Comm comm) {
  int is_inter = 0, n = 0;
  check_call(MPI_Comm_test_inter(comm, &is_inter));
  check_call(is_inter ? MPI_Comm_remote_size(comm, &n) : MPI_Comm_size(comm, &n));
  return n;
}

/// The same of a sender of whom no structure waits to be received: the message behind one may be a plain one, and none
/// can be given back to MPI. MPI shows a single message of all senders; if that is of another one, some senders are asked
/// one by one, and the next ones in the next call.
bool take_from_others(CommState &state, int tag, MPI_Comm comm) {
  const auto waits = [&](int sender) {
    return any_matches(state.probed.begin(), state.probed.end(), sender, tag);
  };
  MPI_Status status;
  int flag = 0;
  check_call(MPI_Iprobe(MPI_ANY_SOURCE, tag, comm, &flag, &status));
  if (!flag)
    return false;
  if (!waits(status.MPI_SOURCE))
    return take(state, status.MPI_SOURCE, tag, comm);
  constexpr int most_asked = 16;
  const int n = n_senders(comm);
  for (int i = std::min(n, most_asked); i > 0; --i) {
    state.last_asked = (state.last_asked + 1) % n;
    if (!waits(state.last_asked) && take(state, state.last_asked, tag, comm))
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
      if (one->step(state))
        return one;
      is_any = true;
    }
  // What has come from others must not wait for those.
  while (is_any ? source == MPI_ANY_SOURCE && take_from_others(state, tag, comm)
                : take(state, source, tag, comm)) {
    is_any = true;
    if (const auto found = std::prev(probed.end()); found->step(state))
      return found;
  }
  return probed.end();
}

} // namespace autolink
