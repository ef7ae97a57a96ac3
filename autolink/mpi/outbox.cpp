// Messages that MPI is sending. See outbox.h.
#include "outbox.h"

#include "errors.h"

#include "core/base/thread_local_pool.h"

#include <utility>

namespace autolink {

Outbox::Outbox(std::size_t most, std::size_t destinations) : ring_(Pool<std::vector<Sent>>::get()), most_(most) {
  if (ring_->size() < most)
    ring_->resize(most);
  for (std::size_t i = 0; i < most; ++i)
    at(i).requests.reserve(destinations);
}

Outbox::~Outbox() {
  if (empty()) {
    Pool<std::vector<Sent>>::put(std::move(ring_));
    return;
  }
  for (std::size_t i = 0; i < n_; ++i) {
    static_cast<void>(at(oldest_ + i).message.bytes.release());
    for (MPI_Request &request : at(oldest_ + i).requests)
      MPI_Request_free(&request);
  }
}

void Outbox::send(OutgoingBytes message, std::span<const Destination> to, bool is_users) {
  Sent &next = at(oldest_ + n_);
  next.message = std::move(message);
  next.is_users = is_users;
  next.requests.clear();
  for (const Destination &one : to) {
    MPI_Request request;
    const int code = MPI_Isend(next.message.data(), static_cast<int>(next.message.size), MPI_BYTE, one.rank, one.tag,
                               one.comm, &request);
    if (code != MPI_SUCCESS && !next.requests.empty())
      ++n_; // MPI reads it
    is_users ? check_call(code) : check_own_call(code);
    next.requests.push_back(request);
  }
  ++n_;
}

bool Outbox::oldest_is_sent() {
  Sent &oldest = at(oldest_);
  while (!oldest.requests.empty()) {
    int is_sent = 0;
    const int code = MPI_Test(&oldest.requests.back(), &is_sent, MPI_STATUS_IGNORE);
    oldest.is_users ? check_call(code) : check_own_call(code);
    if (!is_sent)
      return false;
    oldest.requests.pop_back();
  }
  return true;
}

OutgoingBytes Outbox::take_oldest() {
  OutgoingBytes out = std::move(at(oldest_).message);
  oldest_ = oldest_ + 1 == most_ ? 0 : oldest_ + 1;
  --n_;
  return out;
}

} // namespace autolink
