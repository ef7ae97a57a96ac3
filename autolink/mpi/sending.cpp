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

/// Objects of up to so many bytes go into the first message, because one pass writes them.
StreamOptions stream_options(const Settings &settings) {
  return {small_eager_bytes(settings.pack), settings.pack.packet_bytes};
}

void send_abort(const Destination &to) noexcept {
  MPI_Request request;
  if (MPI_Isend(&wire::aborted, sizeof wire::aborted, MPI_BYTE, to.rank, to.tag, to.comm, &request) == MPI_SUCCESS)
    MPI_Request_free(&request);
}

SmallMessage::SmallMessage(const SendArguments &what) {
  const CommState &comm_state = state_of(what.to.comm);
  PackOptions options = pack_options(comm_state.settings(), what.flags);
  options.eager_bytes = small_eager_bytes(options);
  const NodePlan &plan = plan_of(what.type);
  route_to(comm_state, what.to.rank);
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
    check_call(MPI_Isend(message_.bytes(), message_.size(), MPI_BYTE, to_.rank, to_.tag, to_.comm, &request_));
    has_begun_ = true;
  }
  int is_sent = 0;
  check_call(MPI_Test(&request_, &is_sent, MPI_STATUS_IGNORE)); // it is on the user's communicator
  return is_sent;
}

MPI_Status SendingSmall::status() const { return empty_status(); }

Recipients::Recipients(const Destination &to) : stream_(next_stream()), first_(to), is_users_(true) {
  const Route route = route_to(state_of(to.comm), to.rank);
  packets_ = {route.rank, packet_tag(stream_), route.comm};
}

Recipients::Recipients(std::span<const Destination> to) : stream_(next_stream()), own_(to), is_users_(false) {}

SendingStructure::SendingStructure(const SendArguments &what)
    : SendingStructure(Pool<Packer>::get(), what.root, what.type, state_of(what.to.comm).settings(), what.flags,
                       Recipients(what.to)) {}

SendingStructure::SendingStructure(const void *root, AL_Type type, const Settings &settings,
                                   std::span<const Destination> to)
    : SendingStructure(Pool<Packer>::get(), root, type, settings, 0, Recipients(to)) {}

SendingStructure::SendingStructure(std::unique_ptr<Packer> packer, const void *root, AL_Type type,
                                   const Settings &settings, int flags, const Recipients &to)
    : Sending(*packer, to, settings), packer_(std::move(packer)), plan_(plan_of(type)) {
  const PackOptions options = pack_options(settings, flags);
  small_eager_bytes_ = small_eager_bytes(options);
  packer_->begin(plan_, root, options, to.stream());
}

SendingStructure::~SendingStructure() {
  if (has_messages_in_flight())
    return;
  last_large.set(plan_, is_too_large(plan_, counts_of_records(plan_, packer_->walk()), small_eager_bytes_));
  packer_->end();
  Pool<Packer>::put(std::move(packer_));
}

SendingStream::SendingStream(const AL_Source &source, const Settings &settings, const Recipients &to)
    : Sending(stream_source_, to, settings), stream_source_(source, stream_options(settings), to.stream()) {}

void Sending::send(OutgoingBytes message) {
  const bool is_first = !first_is_sent_;
  if (may_block_ && is_first && source_.done() && message.size <= blocking_bytes) {
    const Destination &to = to_.of(true).front();
    check_call(MPI_Send(message.data(), static_cast<int>(message.size), MPI_BYTE, to.rank, to.tag, to.comm));
    source_.give_back(std::move(message));
  } else {
    outbox_.send(std::move(message), to_.of(is_first), to_.is_users(is_first));
  }
  first_is_sent_ = true;
}

/// Takes back the buffers of messages that have been sent, and returns whether there were any.
bool Sending::take_back_sent() {
  bool any = false;
  for (; !outbox_.empty() && outbox_.oldest_is_sent(); any = true)
    source_.give_back(outbox_.take_oldest());
  return any;
}

bool Sending::step() {
  bool any = take_back_sent();
  while (!outbox_.is_full() && (source_.has_message() || !source_.done())) {
    if (!source_.has_message())
      source_.step();
    while (!outbox_.is_full() && source_.has_message())
      send(source_.take());
    any = true;
    take_back_sent();
  }
  if (done() && source_.failure())
    throw Failure(*source_.failure());
  return any;
}

MPI_Status Sending::status() const { return empty_status(); }

std::unique_ptr<Transfer> make_sending(const SendArguments &what) {
  if (SmallMessage small(what); small.is_small())
    return std::make_unique<SendingSmall>(std::move(small), what);
  return std::make_unique<SendingStructure>(what);
}

void send(const SendArguments &what) {
  if (!may_block()) {
    run(*begin_sending(what.to, [&] { return make_sending(what); }));
    return;
  }
  {
    const SmallMessage small = begin_sending(what.to, [&] { return SmallMessage(what); });
    if (small.is_small()) {
      check_call(MPI_Send(small.bytes(), small.size(), MPI_BYTE, what.to.rank, what.to.tag, what.to.comm));
      return;
    }
  }
  SendingStructure sending = begin_sending(what.to, [&] { return SendingStructure(what); });
  run(sending);
}

} // namespace autolink
