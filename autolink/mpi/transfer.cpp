// Transfers. See transfer.h.
#include "transfer.h"

#include "arenas.h"
#include "errors.h"

#include "autolink/autolink.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace autolink {
namespace {

/// Packers, unpackers and buffers that have been used are used again: growing them anew costs more than a
/// small structure. Each thread keeps a few.
template <typename T> class Pool {
public:
  static std::unique_ptr<T> get() {
    if (kept.empty())
      return nullptr;
    std::unique_ptr<T> out = std::move(kept.back());
    kept.pop_back();
    return out;
  }
  static void put(std::unique_ptr<T> used) {
    if (kept.size() < 4)
      kept.push_back(std::move(used));
  }

private:
  static thread_local std::vector<std::unique_ptr<T>> kept;
};
template <typename T> thread_local std::vector<std::unique_ptr<T>> Pool<T>::kept;

bool test(MPI_Request &request, MPI_Status *status = MPI_STATUS_IGNORE) {
  int flag = 0;
  check_own_call(MPI_Test(&request, &flag, status));
  return flag;
}

} // namespace

MPI_Status empty_status() {
  static const MPI_Status empty = [] {
    MPI_Status out = {};
    out.MPI_SOURCE = MPI_ANY_SOURCE;
    out.MPI_TAG = MPI_ANY_TAG;
    out.MPI_ERROR = MPI_SUCCESS;
    MPI_Status_set_elements(&out, MPI_BYTE, 0);
    MPI_Status_set_cancelled(&out, 0);
    return out;
  }();
  return empty;
}

MPI_Status proc_null_status() {
  MPI_Status out = empty_status();
  out.MPI_SOURCE = MPI_PROC_NULL;
  return out;
}

Sending::Sending(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags)
    : comm_(comm), dest_(dest), tag_(tag), stream_(next_stream()) {
  const CommState &comm_state = state_of(comm);
  require(type, AL_ERR_ARGUMENT, "AutoLink: the type is NULL");
  require((flags & ~(AL_NO_SHARING | AL_CHECK_SHARING)) == 0 && flags != (AL_NO_SHARING | AL_CHECK_SHARING),
          AL_ERR_ARGUMENT, "AutoLink: there are no such flags");
  const Plan &plan = plan_of(type);
  route_ = route_to(comm_state, dest);
  PackOptions options = comm_state.settings.pack;
  in_flight_ = comm_state.settings.packets_in_flight;
  options.packets_waiting = 1;
  if (flags & AL_NO_SHARING)
    options.sharing = Sharing::none;
  else if (flags & AL_CHECK_SHARING)
    options.sharing = Sharing::checked;
  flying_ = Pool<std::vector<Flying>>::get();
  if (!flying_)
    flying_ = std::make_unique<std::vector<Flying>>();
  flying_->resize(in_flight_);
  packer_ = Pool<Packer>::get();
  if (!packer_)
    packer_ = std::make_unique<Packer>();
  packer_->begin(plan, root, options, stream_);
}

Sending::~Sending() {
  if (n_flying_ == 0) {
    packer_->end();
    Pool<Packer>::put(std::move(packer_));
    Pool<std::vector<Flying>>::put(std::move(flying_));
    return;
  }
  // An MPI call has failed. MPI may still read what it was given.
  for (; n_flying_ > 0; --n_flying_) {
    Flying &flying = (*flying_)[(oldest_ + n_flying_ - 1) % in_flight_];
    static_cast<void>(flying.message.bytes.release());
    MPI_Request_free(&flying.request);
  }
}

void Sending::send(Message message) {
  Flying &flying = (*flying_)[(oldest_ + n_flying_) % in_flight_];
  flying.message = std::move(message);
  const int bytes = static_cast<int>(flying.message.size);
  if (!first_is_sent_) {
    check_call(MPI_Isend(flying.message.bytes.get(), bytes, MPI_BYTE, dest_, tag_, comm_, &flying.request));
    first_is_sent_ = true;
  } else {
    check_own_call(MPI_Isend(flying.message.bytes.get(), bytes, MPI_BYTE, route_.rank, packet_tag(stream_),
                             route_.comm, &flying.request));
  }
  ++n_flying_;
}

/// Takes back the buffers of messages that have been sent.
bool Sending::land() {
  bool any = false;
  while (n_flying_ > 0 && test((*flying_)[oldest_].request)) {
    packer_->give_back(std::move((*flying_)[oldest_].message));
    oldest_ = oldest_ + 1 == in_flight_ ? 0 : oldest_ + 1;
    --n_flying_;
    any = true;
  }
  return any;
}

bool Sending::step() {
  bool any = land();
  while (n_flying_ < in_flight_ && (packer_->has_message() || !packer_->done())) {
    if (!packer_->has_message())
      packer_->step();
    while (n_flying_ < in_flight_ && packer_->has_message())
      send(packer_->take());
    any = true;
    land();
  }
  if (done() && packer_->failure())
    throw Failure(*packer_->failure());
  return any;
}

MPI_Status Sending::status() const { return empty_status(); }

Receiving::Receiving(void *root, AL_Type type, int source, int tag, MPI_Comm comm)
    : root_(root), plan_(plan_of(type)), comm_state_(state_of(comm)), comm_(comm), status_(empty_status()) {
  require(root, AL_ERR_ARGUMENT, "AutoLink: the address of the root is NULL");
  unpacker_ = Pool<Unpacker>::get();
  if (!unpacker_)
    unpacker_ = std::make_unique<Unpacker>();
  unpacker_->begin(plan_, comm_state_.settings.unpack);
  use_arena_ = comm_state_.settings.unpack.use_arena;
  if (comm_state_.n_probed.load(std::memory_order_acquire) > 0 && take_probed(source, tag))
    return;
  first_ = Pool<FirstBuffer>::get();
  if (!first_)
    first_.reset(new FirstBuffer);
  check_call(MPI_Irecv(first_->bytes, static_cast<int>(wire::max_first_bytes), MPI_BYTE, source, tag, comm_,
                       &request_));
}

/// Goes on where AL_Probe has stopped.
bool Receiving::take_probed(int source, int tag) {
  std::unique_ptr<Probed> found;
  {
    const std::lock_guard lock(comm_state_.mutex);
    auto &probed = comm_state_.probed;
    const auto at = std::find_if(probed.begin(), probed.end(),
                                 [&](const auto &one) { return one->matches(source, tag); });
    if (at == probed.end())
      return false;
    found = std::move(*at);
    probed.erase(at);
    --comm_state_.n_probed;
  }
  status_ = found->status;
  probed_packets_ = std::move(found->packets);
  probed_buffer_ = std::move(found->buffer);
  request_ = std::exchange(found->request, MPI_REQUEST_NULL);
  expected_ = probed_buffer_.get();
  take_first(found->first.data(), found->first.size());
  return true;
}

Receiving::~Receiving() {
  if (request_ == MPI_REQUEST_NULL) {
    if (first_)
      Pool<FirstBuffer>::put(std::move(first_));
    if (unpacker_)
      give_back_unpacker();
    return;
  }
  // An MPI call has failed. MPI may still write to where it was told to.
  static_cast<void>(first_.release());
  static_cast<void>(probed_buffer_.release());
  for (auto &packet : packets_)
    static_cast<void>(packet.release());
  MPI_Cancel(&request_);
  MPI_Request_free(&request_);
}

bool Receiving::step() {
  if (done_)
    return false;
  bool any = false;
  while (!done_) {
    MPI_Status status;
    if (!has_first_) {
      int flag = 0;
      check_call(MPI_Test(&request_, &flag, &status));
      if (!flag)
        return any;
      int is_cancelled = 0;
      MPI_Test_cancelled(&status, &is_cancelled);
      status_ = status;
      if (is_cancelled) {
        done_ = true;
        return true;
      }
      take_first(first_->bytes, received_bytes(status));
    } else if (!probed_packets_.empty()) {
      std::vector<std::byte> packet = std::move(probed_packets_.front());
      probed_packets_.pop_front();
      take_packet(packet.data(), packet.size());
    } else {
      if (!test(request_, &status))
        return any;
      take_packet(expected_, received_bytes(status));
    }
    any = true;
  }
  if (failure_)
    std::rethrow_exception(failure_);
  return any;
}

void Receiving::take_first(const std::byte *message, std::size_t size) {
  has_first_ = true;
  try {
    unpacker_->first(message, size);
    if (unpacker_->complete()) {
      finish();
      return;
    }
  } catch (...) {
    fail();
    // What is known of the stream without having understood it: enough to take it away.
    const auto summary = Unpacker::summary(message, size);
    if (!summary || summary->is_whole) {
      done_ = true;
      return;
    }
  }
  max_packet_bytes_ = Unpacker::summary(message, size)->max_packet_bytes;
  try {
    route_ = route_to(comm_state_, status_.MPI_SOURCE);
  } catch (...) { // the sender has found one
    fail();
    done_ = true;
    return;
  }
  packet_tag_ = packet_tag(Unpacker::summary(message, size)->stream);
  expect_packet();
}

void Receiving::expect_packet() {
  if (!probed_packets_.empty() || request_ != MPI_REQUEST_NULL) // AL_Probe has done so
    return;
  expected_ = unpacker_ ? unpacker_->place() : nullptr;
  if (!expected_) {
    auto &buffer = packets_[next_packet_];
    next_packet_ = 1 - next_packet_;
    if (!buffer)
      buffer.reset(new std::byte[max_packet_bytes_]);
    expected_ = buffer.get();
  }
  check_own_call(MPI_Irecv(expected_, static_cast<int>(max_packet_bytes_), MPI_BYTE, route_.rank, packet_tag_,
                           route_.comm, &request_));
}

void Receiving::take_packet(std::byte *message, std::size_t size) {
  const bool is_last = Unpacker::is_last(message, size);
  const bool is_early = !is_last && !use_arena_;
  if (is_early)
    expect_packet();
  if (unpacker_) {
    try {
      unpacker_->packet(message, size);
      if (unpacker_->complete())
        finish();
    } catch (...) {
      fail();
    }
  }
  if (is_last) {
    if (!done_ && !failure_) // cannot be: the last packet completes, or fails
      failure_ = std::make_exception_ptr(Failure(AL_ERR_MESSAGE, "AutoLink: the stream ended early"));
    done_ = true;
  } else if (!is_early) {
    expect_packet();
  }
}

void Receiving::finish() {
  Arena arena;
  const std::uint64_t bytes = unpacker_->bytes();
  void *root = unpacker_->finish(arena);
  if (root && use_arena_)
    keep_arena(root, std::move(arena));
  std::memcpy(root_, &root, sizeof root);
  MPI_Status_set_elements_x(&status_, MPI_BYTE, static_cast<MPI_Count>(bytes));
  give_back_unpacker();
  done_ = true;
}

/// Everything that was made is freed; packets that are still to come are taken away.
void Receiving::fail() {
  if (!failure_)
    failure_ = std::current_exception();
  if (unpacker_)
    give_back_unpacker();
}

void Receiving::give_back_unpacker() {
  unpacker_->end();
  Pool<Unpacker>::put(std::move(unpacker_));
}

void Receiving::cancel() {
  if (!has_first_ && request_ != MPI_REQUEST_NULL)
    check_call(MPI_Cancel(&request_));
}

} // namespace autolink
