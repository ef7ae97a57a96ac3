// Sending a structure over MPI. See sending.h.
#include "sending.h"

#include "engine.h"
#include "errors.h"
#include "status.h"

#include "core/base/thread_local_pool.h"
#include "core/plan/planning.h"
#include "core/small/small.h"

#include "autolink/autolink.h"

#include <utility>

namespace autolink {
namespace {

/// Messages up to this length are sent at once by MPI libraries, which do not wait for the receiver. MPI_Send then
/// costs less than MPI_Isend and MPI_Test.
constexpr std::size_t blocking_bytes = 2048;

/// The properties of the last structures that this thread has sent.
thread_local LastLarge last_large;

PackOptions pack_options(const Settings &settings, int flags) {
  require((flags & ~(AL_NO_SHARING | AL_CHECK_SHARING)) == 0, AL_ERR_ARGUMENT,
          "AutoLink: flags may only contain AL_NO_SHARING and AL_CHECK_SHARING");
  PackOptions out = settings.pack;
  out.packets_waiting = 1;
  out.past_caches = true;
  const bool checks = (flags & AL_CHECK_SHARING) || is_checked(out.sharing);
  if (flags & AL_NO_SHARING)
    out.sharing = checks ? Sharing::none_checked : Sharing::none;
  else if (checks)
    out.sharing = Sharing::checked;
  return out;
}

/// Returns the eager_bytes of a small structure. They are more, because one pass writes all of it to the message.
std::size_t small_eager_bytes(const PackOptions &options) { return 8 * options.eager_bytes; }

} // namespace

void send_abort(const SendArguments &what) noexcept {
  MPI_Request request;
  if (MPI_Isend(&wire::aborted, sizeof wire::aborted, MPI_BYTE, what.dest, what.tag, what.comm, &request) ==
      MPI_SUCCESS)
    MPI_Request_free(&request);
}

SmallMessage::SmallMessage(const SendArguments &what) {
  const CommState &comm_state = state_of(what.comm);
  PackOptions options = pack_options(comm_state.settings(), what.flags);
  options.eager_bytes = small_eager_bytes(options);
  const NodePlan &plan = plan_of(what.type);
  route_to(comm_state, what.dest);
  buffer_ = Pool<FirstBuffer>::get();
  if (!last_large.is(plan))
    size_ = static_cast<int>(pack_small(plan, what.root, options, buffer_->bytes));
}

SmallMessage::~SmallMessage() { Pool<FirstBuffer>::put(std::move(buffer_)); }

SendingSmall::~SendingSmall() {
  if (request_ == MPI_REQUEST_NULL)
    return;
  message_.leak(); // an MPI call has failed, and MPI may still read it
  MPI_Request_free(&request_);
}

bool SendingSmall::step() {
  if (!has_begun_) {
    check_call(MPI_Isend(message_.bytes(), message_.size(), MPI_BYTE, dest_, tag_, comm_, &request_));
    has_begun_ = true;
  }
  int is_sent = 0;
  check_call(MPI_Test(&request_, &is_sent, MPI_STATUS_IGNORE)); // it is on the user's communicator
  return is_sent;
}

MPI_Status SendingSmall::status() const { return empty_status(); }

Sending::Sending(const SendArguments &what)
    : plan_(plan_of(what.type)), comm_(what.comm), dest_(what.dest), tag_(what.tag), stream_(next_stream()) {
  const CommState &comm_state = state_of(comm_);
  const Settings settings = comm_state.settings();
  const PackOptions options = pack_options(settings, what.flags);
  small_eager_bytes_ = small_eager_bytes(options);
  route_ = route_to(comm_state, dest_);
  max_in_flight_ = settings.packets_in_flight;
  tools_ = Pool<Tools>::get();
  tools_->in_flight.resize(max_in_flight_);
  packer().begin(plan_, what.root, options, stream_);
}

Sending::~Sending() {
  if (n_in_flight_ == 0) {
    last_large.set(plan_, is_too_large(plan_, counts_of_records(plan_, packer().walk()), small_eager_bytes_));
    packer().end();
    Pool<Tools>::put(std::move(tools_));
    return;
  }
  // An MPI call has failed, and MPI may still read what it was given.
  for (; n_in_flight_ > 0; --n_in_flight_) {
    InFlight &one = in_flight((oldest_ + n_in_flight_ - 1) % max_in_flight_);
    static_cast<void>(one.message.bytes.release());
    MPI_Request_free(&one.request);
  }
}

void Sending::send(OutgoingBytes message) {
  if (may_block_ && !first_is_sent_ && packer().done() && message.size <= blocking_bytes) {
    check_call(MPI_Send(message.data(), static_cast<int>(message.size), MPI_BYTE, dest_, tag_, comm_));
    first_is_sent_ = true;
    packer().give_back(std::move(message));
    return;
  }
  InFlight &next = in_flight((oldest_ + n_in_flight_) % max_in_flight_);
  next.message = std::move(message);
  next.is_first = !first_is_sent_;
  const int bytes = static_cast<int>(next.message.size);
  if (!first_is_sent_) {
    check_call(MPI_Isend(next.message.data(), bytes, MPI_BYTE, dest_, tag_, comm_, &next.request));
    first_is_sent_ = true;
  } else {
    check_own_call(
        MPI_Isend(next.message.data(), bytes, MPI_BYTE, route_.rank, packet_tag(stream_), route_.comm, &next.request));
  }
  ++n_in_flight_;
}

bool Sending::is_sent(InFlight &message) {
  int is_sent = 0;
  const int code = MPI_Test(&message.request, &is_sent, MPI_STATUS_IGNORE);
  message.is_first ? check_call(code) : check_own_call(code);
  return is_sent;
}

/// Takes back the buffers of messages that have been sent, and returns whether there were any.
bool Sending::take_back_sent() {
  bool any = false;
  while (n_in_flight_ > 0 && is_sent(in_flight(oldest_))) {
    packer().give_back(std::move(in_flight(oldest_).message));
    oldest_ = oldest_ + 1 == max_in_flight_ ? 0 : oldest_ + 1;
    --n_in_flight_;
    any = true;
  }
  return any;
}

bool Sending::step() {
  bool any = take_back_sent();
  while (n_in_flight_ < max_in_flight_ && (packer().has_message() || !packer().done())) {
    if (!packer().has_message())
      packer().step();
    while (n_in_flight_ < max_in_flight_ && packer().has_message())
      send(packer().take());
    any = true;
    take_back_sent();
  }
  if (done() && packer().failure())
    throw Failure(*packer().failure());
  return any;
}

MPI_Status Sending::status() const { return empty_status(); }

std::unique_ptr<Transfer> make_sending(const SendArguments &what) {
  if (SmallMessage small(what); small.is_small())
    return std::make_unique<SendingSmall>(std::move(small), what);
  return std::make_unique<Sending>(what);
}

void send(const SendArguments &what) {
  if (!may_block()) {
    run(*begin_sending(what, [&] { return make_sending(what); }));
    return;
  }
  {
    const SmallMessage small = begin_sending(what, [&] { return SmallMessage(what); });
    if (small.is_small()) {
      check_call(MPI_Send(small.bytes(), small.size(), MPI_BYTE, what.dest, what.tag, what.comm));
      return;
    }
  }
  Sending sending = begin_sending(what, [&] { return Sending(what); });
  run(sending);
}

} // namespace autolink
