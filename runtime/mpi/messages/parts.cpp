// Messages in parts. See parts.h.
#include "parts.h"

#include "mpi/base/pending.h"
#include "plan_of.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

namespace automap::mpi {
namespace {

/// The most parts packed and not received yet, or started before the receive.
constexpr std::size_t most_under_way = 8;

/// Calls the error handler of the user's communicator if MPI has returned an error on the communicator of the parts.
void check_parts(int code, const Pipeline &pipeline) {
  if (code != MPI_SUCCESS && pipeline.user() != MPI_COMM_NULL)
    MPI_Comm_call_errhandler(pipeline.user(), code);
  check_call(code);
}

} // namespace

bool Patience::is_over() {
  const auto now = std::chrono::steady_clock::now();
  if (!end_)
    end_ = now + patience;
  const bool out = now >= *end_;
  if (out)
    ++abandoned_waits;
  return out;
}

void Abandon::operator()(OutgoingParts *message) const noexcept { abandon(std::unique_ptr<AbandonedSend>(message)); }

OutgoingParts::OutgoingParts(std::shared_ptr<Pipeline> pipeline, const layout::Plan &plan, const void *buffer,
                             const Envelope &envelope, std::int64_t part)
    : pipeline_(std::move(pipeline)), plan_(plan), buffer_(buffer), count_(envelope.count),
      head_{pipeline_->announce(bytes_of(plan, count_), part), {}}, dest_(envelope.peer), tag_(envelope.tag),
      requests_(1, MPI_REQUEST_NULL) {
  require_buffer(plan, buffer, head_.announcement.size);
  free_finished_sends();
  const int bytes = whole_elements(envelope.type);
  const Naming naming = envelope.name_sent(bytes);
  check_started(MPI_Issend(&head_, bytes, MPI_PACKED, dest_, tag_, envelope.comm, &requests_.front()),
                &requests_.front());
}

bool OutgoingParts::is_received() {
  int received = 0;
  check_call(MPI_Test(&requests_.front(), &received, MPI_STATUS_IGNORE));
  return received;
}

bool OutgoingParts::is_done(MPI_Request &request) {
  int done = 0;
  check_parts(MPI_Test(&request, &done, MPI_STATUS_IGNORE), *pipeline_);
  return done;
}

/// Waits until the part is received. Returns false if it is not, although the receive has begun.
bool OutgoingParts::is_taken(MPI_Request &request) {
  for (Patience with_receiver; !is_done(request); carry_on_others())
    if (is_received() && with_receiver.is_over())
      return false;
  return true;
}

std::int64_t OutgoingParts::send_part(std::int64_t begin, char *packed, MPI_Request &request) {
  const std::int64_t end = std::min(head_.announcement.size, begin + head_.announcement.part);
  plan_.pack(buffer_, count_, begin, end, packed);
  check_parts(MPI_Isend(packed, static_cast<int>(end - begin), MPI_PACKED, dest_,
                        static_cast<int>(head_.announcement.tag), pipeline_->parts(), &request),
              *pipeline_);
  return end;
}

void OutgoingParts::send() {
  const auto part = static_cast<std::size_t>(head_.announcement.part);
  few_.emplace(std::min(static_cast<std::size_t>(head_.announcement.size), most_under_way * part));
  requests_.resize(1 + most_under_way, MPI_REQUEST_NULL);
  std::int64_t begin = 0;
  for (std::size_t number = 0; begin < head_.announcement.size; ++number) {
    const std::size_t slot = number % most_under_way;
    if (number == most_under_way) // otherwise MPI would have to keep what it sends at once
      while (!is_received())
        carry_on_others();
    if (others_are_pending()) // the other side may wait for that before it receives more
      carry_on_others();
    if (!is_taken(requests_[1 + slot]))
      break;
    begin = send_part(begin, few_->data() + slot * part, requests_[1 + slot]);
  }
  send_rest(begin);
}

void OutgoingParts::send_rest(std::int64_t begin) {
  const std::int64_t first = begin, size = head_.announcement.size;
  if (first == size)
    return;
  rest_.emplace(static_cast<std::size_t>(size - first));
  const std::int64_t parts = (size - first) / head_.announcement.part + 1;
  requests_.reserve(requests_.size() + static_cast<std::size_t>(parts));
  started_.add(parts);
  while (begin < size)
    begin = send_part(begin, rest_->data() + (begin - first), requests_.emplace_back(MPI_REQUEST_NULL));
}

void OutgoingParts::finish() {
  while (!is_finished())
    carry_on_others();
}

bool OutgoingParts::is_finished() {
  if (!is_received())
    return false;
  for (; finished_ < requests_.size(); ++finished_, patience_.begin_anew())
    if (!is_done(requests_[finished_]))
      return patience_.is_over();
  return true;
}

void OutgoingParts::report_waiting() const {
  std::fprintf(stderr,
               "AutoMap: MPI_Finalize waits until rank %d on %s has received %lld bytes with tag %d, which were sent "
               "in parts. If that rank has called MPI_Recv, it must call AM_Recv or another AM_ call instead\n",
               dest_, pipeline_->name().c_str(), static_cast<long long>(head_.announcement.size), tag_);
}

MPI_Comm error_communicator(const Pipeline &pipeline) {
  const MPI_Comm comm = pipeline.user();
  return comm == MPI_COMM_NULL ? without_communicator : comm;
}

UsageFailure truncation_failure(const Pipeline &pipeline) {
  return {MPI_ERR_TRUNCATE, "AutoMap: the message is longer than the buffer", error_communicator(pipeline)};
}

IncomingParts::IncomingParts(std::shared_ptr<Pipeline> pipeline, const PartsAnnouncement &announcement, int source,
                             const Destination &destination)
    : pipeline_(std::move(pipeline)), announcement_(announcement), source_(source), destination_(destination),
      parts_((announcement.size - 1) / announcement.part + 1) {
  if (!fits() || !destination_.in_place)
    packed_.emplace(std::min(static_cast<std::size_t>(announcement_.size),
                             most_posted * static_cast<std::size_t>(announcement_.part)));
  for (std::int64_t part = 0; part < std::min<std::int64_t>(parts_, most_posted); ++part)
    post(part);
}

IncomingParts::Requests::~Requests() {
  for (MPI_Request &request : each)
    if (request != MPI_REQUEST_NULL) {
      MPI_Cancel(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

std::int64_t IncomingParts::end_of(std::int64_t part) const {
  return std::min(announcement_.size, (part + 1) * announcement_.part);
}

char *IncomingParts::place(std::int64_t part) const {
  if (packed_)
    return packed_->data() + part % std::int64_t(most_posted) * announcement_.part;
  return destination_.in_place + part * announcement_.part;
}

void IncomingParts::post(std::int64_t part) {
  const auto bytes = static_cast<int>(end_of(part) - part * announcement_.part);
  check_parts(MPI_Irecv(place(part), bytes, MPI_PACKED, source_, static_cast<int>(announcement_.tag),
                        pipeline_->parts(), &requests_.of(part)),
              *pipeline_);
}

bool IncomingParts::advance(bool waits) {
  for (; next_ < parts_; ++next_) {
    MPI_Request &request = requests_.of(next_);
    int done = 1;
    check_parts(waits ? MPI_Wait(&request, MPI_STATUS_IGNORE) : MPI_Test(&request, &done, MPI_STATUS_IGNORE),
                *pipeline_);
    if (!done)
      return false;
    if (packed_ && fits())
      destination_.plan.unpack(place(next_), next_ * announcement_.part, end_of(next_), destination_.buffer,
                               destination_.count);
    if (next_ + std::int64_t(most_posted) < parts_)
      post(next_ + std::int64_t(most_posted));
  }
  return true;
}

void IncomingParts::complete(MPI_Status &status) const {
  check_call(MPI_Status_set_elements_x(&status, MPI_BYTE, std::min(announcement_.size, destination_.size)));
  if (!fits())
    throw truncation_failure(*pipeline_);
}

} // namespace automap::mpi
