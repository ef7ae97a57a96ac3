// Packets that MPI has matched. See matched_packets.h.
#include "matched_packets.h"

#include "errors.h"

#include <algorithm>

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

} // namespace autolink
