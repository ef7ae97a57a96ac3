// Structures that have been probed. See probed.h.
#include "probed.h"

#include "context.h"
#include "errors.h"

#include "core/unpacker.h"

namespace autolink {

Probed::Probed(MPI_Message message, const MPI_Status &matched) : status(matched) {
  first.resize(received_bytes(matched));
  check_call(MPI_Mrecv(first.data(), static_cast<int>(first.size()), MPI_BYTE, &message, &status));
  measure.first(first.data(), first.size());
}

Probed::~Probed() {
  if (request == MPI_REQUEST_NULL)
    return;
  MPI_Cancel(&request); // the communicator is being freed, and the structure was never received
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

bool Probed::step(const CommState &state) {
  const auto summary = Unpacker::summary(first.data(), first.size());
  if (!summary || summary->is_whole)
    return true;
  while (!is_done_) {
    if (request == MPI_REQUEST_NULL) {
      if (!buffer)
        buffer.reset(new std::byte[summary->max_packet_bytes]);
      const Route route = route_to(state, status.MPI_SOURCE);
      check_own_call(MPI_Irecv(buffer.get(), static_cast<int>(summary->max_packet_bytes), MPI_BYTE,
                               route.rank, packet_tag(summary->stream), route.comm, &request));
    }
    MPI_Status of_packet;
    int flag = 0;
    check_own_call(MPI_Test(&request, &flag, &of_packet));
    if (!flag)
      return false;
    take_packet(received_bytes(of_packet));
    is_done_ = is_done_ || packet_bytes_ > state.settings.unpack.limit_bytes;
  }
  return true;
}

void Probed::take_packet(std::size_t size) {
  packets.emplace_back(buffer.get(), buffer.get() + size);
  packet_bytes_ += size;
  measure.packet(buffer.get(), size);
  is_done_ = Unpacker::is_last(buffer.get(), size);
}

} // namespace autolink
