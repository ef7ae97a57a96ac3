// Buffers of messages. See message.h.
#include "message.h"

#include "abandoned.h"
#include "plan_of.h"

#include <algorithm>
#include <cstring>

namespace automap::mpi {

using layout::Plan;

std::unique_ptr<IncomingParts> parts_of(const Announcement &received, int source, Pipeline &pipeline,
                                        const Plan &plan, void *buffer, int count) {
  if (!pipeline.has_sent(received))
    return nullptr;
  const std::int64_t size = bytes_of(plan, count);
  char *const in_place = plan.is_contiguous(count) ? first_byte(plan, buffer, size) : nullptr;
  return std::make_unique<IncomingParts>(pipeline.shared_from_this(), received, source,
                                         Destination{plan, buffer, count, size, in_place});
}

Message::Message(const Plan &plan, const void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm,
                 bool packs)
    : plan_(plan), buffer_(const_cast<void *>(buffer)), count_(count), size_(bytes_of(plan, count)),
      pipeline_(packs || peer == MPI_PROC_NULL ? nullptr : pipeline_of(comm)),
      room_(pipeline_ ? std::max<std::int64_t>(size_, Announcement::longest) : size_),
      travelling_(peer == MPI_PROC_NULL ? Travelling{Way::by_mpi, nullptr}
                  : packs               ? way_to_send(plan, count, type, size_, comm)
                  : room_ > size_       ? Travelling{Way::packed, nullptr}
                                  : Travelling{way_to_receive(plan, count, type, size_, pipeline_), nullptr}),
      packed_(way() == Way::packed ? static_cast<std::size_t>(room_) : 0), type_(type) {
  require_comm(comm);
  if (peer != MPI_PROC_NULL) // there, MPI accepts what it likes
    require_buffer(plan, buffer, size_);
  if (!packs || way() != Way::packed)
    return;
  tidy_left_behind();
  plan.pack(buffer_, count_, 0, size_, packed_.data());
}

std::unique_ptr<IncomingParts> Message::unpack(const MPI_Status &status) const {
  if (way() != Way::packed && !pipeline_)
    return nullptr;
  const int bytes = bytes_received(status);
  if (pipeline_ && Announcement::may_be(bytes))
    if (std::unique_ptr<IncomingParts> parts = announced_parts(status))
      return parts;
  if (way() == Way::packed)
    unpack(bytes);
  return nullptr;
}

void Message::unpack(int bytes) const {
  if (bytes > size_)
    throw truncation(*pipeline_);
  if (bytes > 0)
    plan_.unpack(packed_.data(), 0, bytes, buffer_, count_);
}

std::unique_ptr<IncomingParts> Message::announced_parts(const MPI_Status &status) const {
  Announcement announcement;
  if (way() == Way::by_mpi)
    plan_.pack(buffer_, count_, 0, sizeof announcement, &announcement);
  else
    std::memcpy(&announcement, data(), sizeof announcement);
  return parts_of(announcement, status.MPI_SOURCE, *pipeline_, plan_, buffer_, count_);
}

} // namespace automap::mpi
