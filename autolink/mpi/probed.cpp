// Structures that have been probed. See probed.h.
#include "probed.h"

#include "errors.h"

#include "core/receive/unpacker.h"

#include <algorithm>
#include <climits>

namespace autolink {

/// The communicator is being freed, and the structure was never received. What is matched stays with MPI: receiving it
/// could wait for a sender that no longer calls MPI.
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

/// Lets MPI truncate no message: some MPI libraries then write past the end of the buffer.
void Probed::receive_first() {
  if (matched_first_ == MPI_MESSAGE_NULL)
    return;
  MPI_Count bytes = 0;
  check_own_call(MPI_Get_elements_x(&status, MPI_BYTE, &bytes));
  if (bytes > INT_MAX) // it stays with MPI
    return;
  OutgoingBytes received;
  received.size = static_cast<std::size_t>(bytes);
  received.bytes.reset(new std::byte[received.size]);
  check_call(MPI_Mrecv(received.data(), static_cast<int>(bytes), MPI_BYTE, &matched_first_, &status));
  if (received.size <= wire::max_first_bytes)
    first = std::move(received);
}

std::optional<std::uint64_t> Probed::measure_first() {
  receive_first();
  if (is_measured_)
    return std::nullopt;
  measure.measure_first(first.data(), first.size);
  const auto summary = Unpacker::summarize(first.data(), first.size);
  if (!summary || summary->is_whole) {
    leave_rest();
    return std::nullopt;
  }
  max_packet_bytes_ = summary->max_packet_bytes;
  return summary->stream;
}

void Probed::expect_packets(const Route &route, int tag) {
  route_ = route;
  packet_tag_ = tag;
  is_measured_ = true;
}

bool Probed::take_packets(std::uint64_t limit_bytes) {
  while (!is_done_)
    if (!take_packet(limit_bytes))
      return false;
  return true;
}

/// Takes the next packet. Returns false if it has not come.
bool Probed::take_packet(std::uint64_t limit_bytes) {
  if (arriving.empty()) {
    if (!matched.is_there()) {
      if (!matched.find(route_, packet_tag_))
        return false;
      // A footer counts little, because a packet may have a single element of one byte.
      packet_bytes_ += matched.bytes - std::min<std::uint64_t>(matched.bytes, sizeof(wire::Footer)) + 4;
    }
    if (matched.bytes > max_packet_bytes_ || is_too_long(packet_bytes_, limit_bytes)) {
      is_done_ = true;
      return true;
    }
    std::list<OutgoingBytes> packet(1);
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
  const OutgoingBytes &packet = packets.back();
  measure.measure_packet(packet.bytes.get(), packet.size);
  is_done_ = Unpacker::is_last(packet.bytes.get(), packet.size) || measure.bytes_of_limit() > limit_bytes;
  return true;
}

} // namespace autolink
