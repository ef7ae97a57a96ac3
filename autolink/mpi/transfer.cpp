// Transfers. See transfer.h.
#include "transfer.h"

#include "arenas.h"
#include "engine.h"
#include "errors.h"
#include "probing.h"

#include "core/base/thread_local_pool.h"
#include "core/plan/planning.h"
#include "core/small/small.h"

#include "autolink/autolink.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace autolink {
namespace {

/// Packers, unpackers and buffers that have been used are used again: growing them anew costs more than a
/// small structure. Each thread keeps a few.
template <typename T> class Pool {
public:
  static std::unique_ptr<T> get() {
    Kept &kept = of_thread<Kept>();
    return kept.n == 0 ? std::make_unique_for_overwrite<T>() : std::move(kept.one[--kept.n]);
  }
  static void put(std::unique_ptr<T> used) noexcept {
    Kept &kept = of_thread<Kept>();
    if (used && kept.n < std::size(kept.one))
      kept.one[kept.n++] = std::move(used);
  }

private:
  struct Kept {
    std::unique_ptr<T> one[4];
    std::size_t n = 0;
  };
};

/// MPI libraries send so much at once, without waiting for the receiver: then MPI_Send costs less than MPI_Isend
/// and MPI_Test.
constexpr std::size_t blocking_bytes = 2048;

/// What is small and takes so many times autolink_eager_bytes goes into the first message, for all is written there in
/// one pass.
constexpr std::size_t small_eager = 8;

/// Of those that are sent.
thread_local LastLarge last_large;

PackOptions pack_options(const Settings &settings, int flags) {
  require((flags & ~(AL_NO_SHARING | AL_CHECK_SHARING)) == 0, AL_ERR_ARGUMENT,
          "AutoLink: there are no such flags");
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

/// Room for so many bytes, which are not kept. Throws std::bad_alloc.
void make_room(Message &message, std::size_t bytes) {
  if (message.capacity >= bytes)
    return;
  message = Message();
  message.bytes.reset(new std::byte[bytes]);
  message.capacity = bytes;
}

/// Gives the caller what has been made: writes it to `root`, a pointer to a pointer.
void keep(void *root, void *made, const UnpackOptions &options, Arena arena) {
  if (made && options.use_arena)
    keep_arena(made, std::move(arena));
  std::memcpy(root, &made, sizeof made);
}

/// The status of a first message, with what the nodes of its structure take.
MPI_Status with_bytes(MPI_Status status, std::uint64_t bytes) {
  MPI_Status_set_elements_x(&status, MPI_BYTE, static_cast<MPI_Count>(bytes));
  return status;
}

void keep_packet_buffer(std::unique_ptr<Message> used) noexcept {
  constexpr std::size_t most_bytes = 512 << 10;
  if (used && used->capacity <= most_bytes)
    Pool<Message>::put(std::move(used));
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

void give_up(int dest, int tag, MPI_Comm comm) noexcept {
  MPI_Request request;
  if (MPI_Isend(&wire::aborted, sizeof wire::aborted, MPI_BYTE, dest, tag, comm, &request) == MPI_SUCCESS)
    MPI_Request_free(&request);
}

SmallMessage::SmallMessage(const void *root, AL_Type type, int dest, MPI_Comm comm, int flags) {
  const CommState &comm_state = state_of(comm);
  PackOptions options = pack_options(comm_state.settings(), flags);
  options.eager_bytes *= small_eager;
  const Plan &plan = plan_of(type);
  route_to(comm_state, dest);
  buffer_ = Pool<FirstBuffer>::get();
  if (!last_large.is(plan))
    size_ = static_cast<int>(pack_small(plan, root, options, buffer_->bytes, sizeof buffer_->bytes));
}

SmallMessage::~SmallMessage() { Pool<FirstBuffer>::put(std::move(buffer_)); }

bool send_small(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags) {
  const SmallMessage message(root, type, dest, comm, flags);
  if (message.size() == 0)
    return false;
  check_call(MPI_Send(message.bytes(), message.size(), MPI_BYTE, dest, tag, comm));
  return true;
}

SendingSmall::~SendingSmall() {
  if (request_ == MPI_REQUEST_NULL)
    return;
  message_.leave(); // an MPI call has failed. MPI may still read it.
  MPI_Request_free(&request_);
}

bool SendingSmall::step() {
  if (!has_begun_) {
    check_call(MPI_Isend(message_.bytes(), message_.size(), MPI_BYTE, dest_, tag_, comm_, &request_));
    has_begun_ = true;
  }
  int is_sent = 0;
  check_call(MPI_Test(&request_, &is_sent, MPI_STATUS_IGNORE)); // on the user's communicator
  return is_sent;
}

MPI_Status SendingSmall::status() const { return empty_status(); }

std::unique_ptr<Transfer> make_sending(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm,
                                       int flags) {
  if (auto small = std::make_unique<SendingSmall>(root, type, dest, tag, comm, flags); small->is_small())
    return small;
  return std::make_unique<Sending>(root, type, dest, tag, comm, flags);
}

Sending::Sending(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags)
    : plan_(plan_of(type)), comm_(comm), dest_(dest), tag_(tag), stream_(next_stream()) {
  const CommState &comm_state = state_of(comm);
  const Settings settings = comm_state.settings();
  const PackOptions options = pack_options(settings, flags);
  small_eager_bytes_ = options.eager_bytes * small_eager;
  route_ = route_to(comm_state, dest);
  in_flight_ = settings.packets_in_flight;
  tools_ = Pool<Tools>::get();
  tools_->flying.resize(in_flight_);
  packer().begin(plan_, root, options, stream_);
}

Sending::~Sending() {
  if (n_flying_ == 0) {
    last_large.set(plan_, is_too_large(plan_, counts_of_records(plan_, packer().walk()), small_eager_bytes_));
    packer().end();
    Pool<Tools>::put(std::move(tools_));
    return;
  }
  // An MPI call has failed. MPI may still read what it was given.
  for (; n_flying_ > 0; --n_flying_) {
    Flying &one = flying((oldest_ + n_flying_ - 1) % in_flight_);
    static_cast<void>(one.message.bytes.release());
    MPI_Request_free(&one.request);
  }
}

void Sending::send(Message message) {
  if (may_block_ && !first_is_sent_ && packer().done() && message.size <= blocking_bytes) {
    check_call(MPI_Send(message.data(), static_cast<int>(message.size), MPI_BYTE, dest_, tag_, comm_));
    first_is_sent_ = true;
    packer().give_back(std::move(message));
    return;
  }
  Flying &next = flying((oldest_ + n_flying_) % in_flight_);
  next.message = std::move(message);
  next.is_first = !first_is_sent_;
  const int bytes = static_cast<int>(next.message.size);
  if (!first_is_sent_) {
    check_call(MPI_Isend(next.message.data(), bytes, MPI_BYTE, dest_, tag_, comm_, &next.request));
    first_is_sent_ = true;
  } else {
    check_own_call(MPI_Isend(next.message.data(), bytes, MPI_BYTE, route_.rank, packet_tag(stream_),
                             route_.comm, &next.request));
  }
  ++n_flying_;
}

bool Sending::is_sent(Flying &message) {
  int is_sent = 0;
  const int code = MPI_Test(&message.request, &is_sent, MPI_STATUS_IGNORE);
  message.is_first ? check_call(code) : check_own_call(code);
  return is_sent;
}

/// Takes back the buffers of messages that have been sent.
bool Sending::land() {
  bool any = false;
  while (n_flying_ > 0 && is_sent(flying(oldest_))) {
    packer().give_back(std::move(flying(oldest_).message));
    oldest_ = oldest_ + 1 == in_flight_ ? 0 : oldest_ + 1;
    --n_flying_;
    any = true;
  }
  return any;
}

bool Sending::step() {
  bool any = land();
  while (n_flying_ < in_flight_ && (packer().has_message() || !packer().done())) {
    if (!packer().has_message())
      packer().step();
    while (n_flying_ < in_flight_ && packer().has_message())
      send(packer().take());
    any = true;
    land();
  }
  if (done() && packer().failure())
    throw Failure(*packer().failure());
  return any;
}

MPI_Status Sending::status() const { return empty_status(); }

FirstMessage::FirstMessage() : buffer_(Pool<FirstBuffer>::get()) {}

FirstMessage::~FirstMessage() {
  if (request_ == MPI_REQUEST_NULL) {
    Pool<FirstBuffer>::put(std::move(buffer_));
    return;
  }
  static_cast<void>(buffer_.release()); // an MPI call has failed. MPI may still write there.
  if (!may_be_cancelled_)
    MPI_Cancel(&request_);
  MPI_Request_free(&request_);
}

void FirstMessage::post(int source, int tag, MPI_Comm comm) {
  check_call(MPI_Irecv(buffer_->bytes, static_cast<int>(wire::max_first_bytes), MPI_BYTE, source, tag, comm,
                       &request_));
}

bool FirstMessage::has_come() {
  int flag = 1;
  if (request_ != MPI_REQUEST_NULL)
    check_call(MPI_Test(&request_, &flag, &status_));
  return flag;
}

void FirstMessage::cancel() {
  if (request_ == MPI_REQUEST_NULL || may_be_cancelled_)
    return; // Open MPI's MPI_Cancel ends the program where it is called twice
  may_be_cancelled_ = true;
  check_call(MPI_Cancel(&request_));
}

bool FirstMessage::is_cancelled() const {
  int flag = 0;
  if (may_be_cancelled_)
    MPI_Test_cancelled(&status_, &flag);
  return flag;
}

Receiving::Receiving(void *root, AL_Type type, int source, int tag, MPI_Comm comm)
    : Receiving(root, type, comm, FirstMessage()) {
  // Whatever needs memory comes before this, for now a message may be taken from MPI.
  if (comm_state_.n_probed.load(std::memory_order_acquire) > 0)
    take_probed(source, tag);
  if (probed_.empty())
    first_.post(source, tag, comm);
}

Receiving::Receiving(void *root, AL_Type type, MPI_Comm comm, FirstMessage first)
    : root_(root), plan_(plan_of(type)), comm_state_(state_of(comm)),
      options_(comm_state_.settings().receiving()), first_(std::move(first)), status_(empty_status()) {
  require(root, AL_ERR_ARGUMENT, "AutoLink: the address of the root is NULL");
}

/// Goes on where AL_Probe has stopped.
void Receiving::take_probed(int source, int tag) {
  const std::lock_guard lock(comm_state_.mutex);
  const auto found = find_probed(comm_state_.probed, source, tag);
  if (found == comm_state_.probed.end())
    return;
  found->receive_first();
  probed_.splice(probed_.end(), comm_state_.probed, found);
  --comm_state_.n_probed;
}

Receiving::~Receiving() {
  if (request_ == MPI_REQUEST_NULL) {
    for (auto &packet : packets_)
      keep_packet_buffer(std::move(packet));
    if (unpacker_)
      give_back_unpacker();
    return;
  }
  // An MPI call has failed. MPI may still write to where it was told to.
  static_cast<void>(unpacker_.release()); // an arena
  static_cast<void>(pages_.release());
  for (auto &packet : packets_)
    static_cast<void>(packet.release());
  if (!probed_.empty() && !probed_.front().arriving.empty())
    static_cast<void>(probed_.front().arriving.front().bytes.release());
  MPI_Cancel(&request_);
  MPI_Request_free(&request_);
}

bool Receiving::step() {
  if (done_)
    return false;
  bool any = false;
  while (!done_) {
    if (!has_first_ && !probed_.empty()) {
      Probed &probed = probed_.front();
      status_ = probed.status;
      request_ = std::exchange(probed.request, MPI_REQUEST_NULL);
      if (request_ != MPI_REQUEST_NULL)
        expected_ = probed.arriving.front().bytes.get();
      matched_ = std::exchange(probed.matched, {});
      take_first(probed.first.data(), probed.first.size);
    } else if (!has_first_) {
      if (!first_.has_come()) {
        make_nodes_ahead(plan_, options_);
        return any;
      }
      status_ = first_.status();
      if (first_.is_cancelled()) {
        done_ = true;
        return true;
      }
      take_first(first_.bytes(), first_.size());
    } else if (has_probed_packets()) {
      const Message packet = std::move(probed_.front().packets.front());
      probed_.front().packets.pop_front();
      take_packet(packet.bytes.get(), packet.size);
    } else {
      if (!expect_packet())
        return any;
      MPI_Status status;
      int flag = 0;
      check_own_call(MPI_Test(&request_, &flag, &status));
      if (!flag)
        return any;
      const auto taken_away = std::move(pages_);
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
    Arena arena;
    if (void *root = unpack_small(plan_, message, size, options_, arena)) {
      received_bytes_ = small_bytes(plan_, message, size);
      finish(root, std::move(arena));
      return;
    }
    unpacker_ = Pool<Unpacker>::get();
    unpacker_->begin(plan_, options_);
    unpacker_->first(message, size);
    if (unpacker_->complete()) {
      finish();
      return;
    }
  } catch (...) {
    fail();
  }
  // What is known of the stream, understood or not: enough to take it away.
  const auto summary = Unpacker::summary(message, size);
  if (!summary || summary->is_whole) {
    done_ = true;
    return;
  }
  try {
    route_ = route_to(comm_state_, status_.MPI_SOURCE);
  } catch (...) { // the sender has found one
    fail();
    done_ = true;
    return;
  }
  max_packet_bytes_ = summary->max_packet_bytes;
  packet_tag_ = packet_tag(summary->stream);
}

/// Whether the next packet has come. It is received as soon as it is known how long it is: if it may not have the memory
/// that it takes, the transfer fails, and the packet is taken away.
bool Receiving::expect_packet() {
  if (request_ != MPI_REQUEST_NULL)
    return true;
  if (!matched_.is_there() && !matched_.find(route_, packet_tag_))
    return false;
  try {
    require(matched_.bytes <= max_packet_bytes_, AL_ERR_MESSAGE,
            "AutoLink: a packet has a length that cannot be");
    if (is_too_long(matched_.bytes, options_.limit_bytes))
      throw beyond_limit(options_.limit_bytes);
    expected_ = room_for_packet(static_cast<std::size_t>(matched_.bytes));
  } catch (...) {
    fail();
    expected_ = room_to_take_away(matched_.bytes);
  }
  matched_.receive(expected_, request_);
  return true;
}

/// Where a packet of so many bytes is received. Throws std::bad_alloc.
std::byte *Receiving::room_for_packet(std::size_t bytes) {
  if (unpacker_)
    if (std::byte *place = unpacker_->place())
      return place;
  auto &buffer = packets_[next_packet_];
  if (!buffer)
    buffer = Pool<Message>::get();
  make_room(*buffer, bytes);
  next_packet_ = 1 - next_packet_;
  return buffer->bytes.get();
}

/// For a packet for which there is no memory: only its footer is read. Where there is not even address space, or the
/// packet is longer than any of AutoLink's, the stream stays with MPI.
std::byte *Receiving::room_to_take_away(std::uint64_t bytes) {
  if (bytes <= wire::max_packet_bytes)
    pages_ = map_pages(std::max(static_cast<std::size_t>(bytes), sizeof(wire::Footer)));
  if (!pages_)
    std::rethrow_exception(failure_);
  return pages_.get();
}

void Receiving::take_packet(std::byte *message, std::size_t size) {
  const bool is_last = Unpacker::is_last(message, size);
  // In an arena, where the next one goes is known when this one is unpacked.
  if (!is_last && !options_.use_arena && !has_probed_packets())
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
  }
}

void Receiving::finish() {
  Arena arena;
  received_bytes_ = unpacker_->bytes();
  void *root = unpacker_->finish(arena);
  if (max_packet_bytes_ == 0) // of one message it holds little, which the next one ends
    Pool<Unpacker>::put(std::move(unpacker_));
  else
    give_back_unpacker();
  finish(root, std::move(arena));
}

void Receiving::finish(void *root, Arena arena) {
  keep(root_, root, options_, std::move(arena));
  is_finished_ = done_ = true;
}

MPI_Status Receiving::status() const { return is_finished_ ? with_bytes(status_, received_bytes_) : status_; }

/// Everything that was made is freed; packets that are still to come are taken away.
void Receiving::fail() noexcept {
  if (!failure_)
    failure_ = std::current_exception();
  if (unpacker_)
    give_back_unpacker();
}

void Receiving::give_back_unpacker() noexcept {
  unpacker_->end();
  Pool<Unpacker>::put(std::move(unpacker_));
}

void Receiving::cancel() { first_.cancel(); }

void receive(void *root, AL_Type type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  const auto complete = [status](Receiving receiving) {
    run(receiving);
    if (status)
      *status = receiving.status();
  };
  CommState &comm_state = state_of(comm);
  if (!may_block() || comm_state.n_probed.load(std::memory_order_acquire) > 0) {
    complete(Receiving(root, type, source, tag, comm));
    return;
  }
  require(root, AL_ERR_ARGUMENT, "AutoLink: the address of the root is NULL");
  const Plan &plan = plan_of(type);
  const UnpackOptions options = comm_state.settings().receiving();
  FirstMessage first;
  first.post(source, tag, comm);
  bool has_nodes = false;
  for (Patience patience; !first.has_come(); patience.rest())
    has_nodes = has_nodes || make_nodes_ahead(plan, options);
  Arena arena;
  if (void *made = unpack_small(plan, first.bytes(), first.size(), options, arena)) {
    keep(root, made, options, std::move(arena));
    if (status)
      *status = with_bytes(first.status(), small_bytes(plan, first.bytes(), first.size()));
    return;
  }
  complete(Receiving(root, type, comm, std::move(first)));
}

} // namespace autolink
