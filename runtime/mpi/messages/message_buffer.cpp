// Buffers of messages. See message_buffer.h.
#include "message_buffer.h"

#include "abandoned.h"
#include "plan_of.h"

#include <algorithm>
#include <cstring>

namespace automap::mpi {

using layout::Plan;

std::unique_ptr<IncomingParts> parts_of(const PartsAnnouncement &received, int source, Pipeline &pipeline,
                                        const Plan &plan, void *buffer, int count) {
  if (!pipeline.has_sent(received))
    return nullptr;
  const std::int64_t size = bytes_of(plan, count);
  char *const in_place = plan.is_contiguous(count) ? first_byte(plan, buffer, size) : nullptr;
  return std::make_unique<IncomingParts>(pipeline.shared_from_this(), received, source,
                                         Destination{plan, buffer, count, size, in_place});
}

MessageBuffer::MessageBuffer(const Plan &plan, const void *buffer, const Envelope &envelope, bool sends)
    : plan_(plan), buffer_(const_cast<void *>(buffer)), count_(envelope.count), size_(bytes_of(plan, envelope.count)),
      pipeline_(sends || envelope.peer == MPI_PROC_NULL ? nullptr : pipeline_of(envelope.comm)),
      room_(pipeline_ ? std::max<std::int64_t>(size_, PartsAnnouncement::longest) : size_),
      method_(envelope.peer == MPI_PROC_NULL ? WholeMethod{Method::by_mpi, nullptr}
              : sends                        ? method_to_send(plan, envelope, size_)
              : room_ > size_                ? WholeMethod{Method::packed, nullptr}
                              : WholeMethod{method_to_receive(plan, envelope, size_, pipeline_), nullptr}),
      packed_(method() == Method::packed ? static_cast<std::size_t>(room_) : 0), type_(envelope.type) {
  require_comm(envelope.comm);
  if (envelope.peer != MPI_PROC_NULL) // MPI decides what it accepts there
    require_buffer(plan, buffer, size_);
  if (!sends || method() != Method::packed)
    return;
  free_finished_sends();
  plan.pack(buffer_, count_, 0, size_, packed_.data());
}

std::unique_ptr<IncomingParts> MessageBuffer::unpack(const MPI_Status &status) const {
  if (method() != Method::packed && !pipeline_)
    return nullptr;
  const int bytes = bytes_received(status);
  check_received(bytes, room_);
  if (pipeline_ && PartsAnnouncement::may_be(bytes))
    if (std::unique_ptr<IncomingParts> parts = announced_parts(status))
      return parts;
  if (method() == Method::packed)
    unpack(bytes);
  return nullptr;
}

void MessageBuffer::unpack(int bytes) const {
  if (bytes > size_)
    throw truncation_failure(*pipeline_);
  if (bytes > 0)
    plan_.unpack(packed_.data(), 0, bytes, buffer_, count_);
}

std::unique_ptr<IncomingParts> MessageBuffer::announced_parts(const MPI_Status &status) const {
  PartsAnnouncement announcement;
  if (method() == Method::by_mpi)
    plan_.pack(buffer_, count_, 0, sizeof announcement, &announcement);
  else
    std::memcpy(&announcement, mpi_data().data, sizeof announcement);
  return parts_of(announcement, status.MPI_SOURCE, *pipeline_, plan_, buffer_, count_);
}

} // namespace automap::mpi
