// Receiving a structure over MPI. See receiving.h.
#include "receiving.h"

#include "arenas.h"
#include "engine.h"
#include "errors.h"
#include "probing.h"
#include "status.h"

#include "core/base/thread_local_pool.h"
#include "core/plan/planning.h"
#include "core/small/small.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace autolink {
namespace {

/// Makes room for so many bytes; those that are there are lost. Throws std::bad_alloc.
void make_room(OutgoingBytes &message, std::size_t bytes) {
  if (message.capacity >= bytes)
    return;
  message = OutgoingBytes();
  message.bytes.reset(new std::byte[bytes]);
  message.capacity = bytes;
}

void keep_packet_buffer(std::unique_ptr<OutgoingBytes> used) noexcept {
  constexpr std::size_t most_bytes = 512 << 10;
  if (used && used->capacity <= most_bytes)
    Pool<OutgoingBytes>::put(std::move(used));
}

} // namespace

ReceivePlace::ReceivePlace(void *root, AL_Type type, const CommState &comm_state)
    : root(root), plan(plan_of(type)), options(comm_state.settings().receiving()) {
  require(root, AL_ERR_ARGUMENT, "AutoLink: the address of the root is NULL");
}

void ReceivePlace::deliver(void *structure, Arena arena) const {
  if (structure && options.use_arena)
    keep_arena(structure, std::move(arena));
  std::memcpy(root, &structure, sizeof structure);
}

bool ReceivePlace::deliver_small(const std::byte *message, std::size_t size) const {
  Arena arena;
  void *structure = unpack_small(plan, message, size, options, arena);
  if (!structure)
    return false;
  deliver(structure, std::move(arena));
  return true;
}

StructureContents::~StructureContents() {
  if (unpacker_)
    end();
}

void StructureContents::wait() { allocate_spare_nodes(place_.plan, place_.options); }

void StructureContents::take_first(const std::byte *message, std::size_t size) {
  if (may_be_small_ && place_.deliver_small(message, size)) {
    small_bytes_ = small_bytes(place_.plan, message, size);
    return;
  }
  unpacker_ = Pool<Unpacker>::get();
  unpacker_->begin(place_.plan, place_.options);
  unpacker_->receive_first(message, size);
}

void StructureContents::take_packet(std::byte *message, std::size_t size) {
  has_packets_ = true;
  unpacker_->receive_packet(message, size);
}

std::byte *StructureContents::place_for_packet() { return unpacker_->place_for_packet(); }

std::uint64_t StructureContents::deliver() {
  if (small_bytes_)
    return *small_bytes_;
  Arena arena;
  const std::uint64_t bytes = unpacker_->bytes();
  void *root = unpacker_->finish(arena);
  if (has_packets_)
    end();
  else // after one message it holds little memory, and its next begin() ends it
    Pool<Unpacker>::put(std::move(unpacker_));
  place_.deliver(root, std::move(arena));
  return bytes;
}

void StructureContents::end() noexcept {
  if (!unpacker_)
    return;
  unpacker_->end();
  Pool<Unpacker>::put(std::move(unpacker_));
}

ReceivingStructure::ReceivingStructure(const ReceiveArguments &what)
    : Receiving(contents_, state_of(what.comm), FirstMessage()),
      contents_(ReceivePlace(what.root, what.type, state_of(what.comm)), true) {
  begin(what.source, what.tag, what.comm);
}

ReceivingStructure::ReceivingStructure(const ReceivePlace &place, CommState &comm_state, FirstMessage first)
    : Receiving(contents_, comm_state, std::move(first)), contents_(place, false) {}

ReceivingStructure::~ReceivingStructure() {
  if (is_receiving())
    contents_.leak(); // an arena
}

ReceivingStream::ReceivingStream(const AL_Sink &sink, int source, int tag, MPI_Comm comm)
    : Receiving(contents_, state_of(comm), FirstMessage()),
      contents_(sink, state_of(comm).settings().receiving().limit_bytes) {
  begin(source, tag, comm);
}

Receiving::Receiving(Contents &contents, CommState &comm_state, FirstMessage first)
    : contents_(contents), comm_state_(comm_state), first_(std::move(first)), status_(empty_status()) {}

void Receiving::begin(int source, int tag, MPI_Comm comm) {
  // From now on, a message may have been taken from MPI.
  if (comm_state_.n_probed.load(std::memory_order_acquire) > 0)
    take_probed(source, tag);
  if (probed_.empty())
    first_.post(source, tag, comm);
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
    return;
  }
  // An MPI call has failed, and MPI may still write to the memory of the packet.
  static_cast<void>(discarded_.release());
  for (auto &packet : packets_)
    static_cast<void>(packet.release());
  if (!probed_.empty() && !probed_.front().arriving.empty())
    static_cast<void>(probed_.front().arriving.front().bytes.release());
  MPI_Cancel(&request_);
  MPI_Request_free(&request_);
}

bool Receiving::step() {
  bool any = false;
  while (!done_) {
    if (!(has_first_ ? receive_packet() : receive_first()))
      return any;
    any = true;
  }
  if (any && failure_)
    std::rethrow_exception(failure_);
  return any;
}

/// Returns false if the first message has not come.
bool Receiving::receive_first() {
  if (!probed_.empty()) {
    Probed &probed = probed_.front();
    status_ = probed.status;
    request_ = std::exchange(probed.request, MPI_REQUEST_NULL);
    if (request_ != MPI_REQUEST_NULL)
      expected_ = probed.arriving.front().bytes.get();
    matched_ = std::exchange(probed.matched, {});
    take_first(probed.first.data(), probed.first.size);
    return true;
  }
  if (!first_.has_come()) {
    contents_.wait();
    return false;
  }
  status_ = first_.status();
  if (first_.is_cancelled())
    done_ = true;
  else
    take_first(first_.bytes(), first_.size());
  return true;
}

/// Returns false if the next packet has not come.
bool Receiving::receive_packet() {
  if (has_probed_packets()) {
    const OutgoingBytes packet = std::move(probed_.front().packets.front());
    probed_.front().packets.pop_front();
    take_packet(packet.bytes.get(), packet.size);
    return true;
  }
  if (!expect_packet())
    return false;
  MPI_Status status;
  int flag = 0;
  check_own_call(MPI_Test(&request_, &flag, &status));
  if (!flag)
    return false;
  const auto discarded = std::move(discarded_);
  take_packet(expected_, received_bytes(status));
  return true;
}

void Receiving::take_first(const std::byte *message, std::size_t size) {
  has_first_ = true;
  try {
    contents_.take_first(message, size);
    if (contents_.complete()) {
      finish();
      return;
    }
  } catch (...) {
    fail();
  }
  // Understood or not, the message tells enough of the stream to discard it.
  const auto summary = Unpacker::summarize(message, size);
  if (!summary || summary->is_whole) {
    done_ = true;
    return;
  }
  try {
    route_ = route_to(comm_state_, status_.MPI_SOURCE);
  } catch (...) { // the sender has found a route
    fail();
    done_ = true;
    return;
  }
  max_packet_bytes_ = summary->max_packet_bytes;
  packet_tag_ = packet_tag(summary->stream);
}

/// Whether the next packet has come. It is received as soon as its length is known. If it may not have the memory that
/// it takes, the transfer fails, and the packet is discarded.
bool Receiving::expect_packet() {
  if (request_ != MPI_REQUEST_NULL)
    return true;
  if (!matched_.is_there() && !matched_.find(route_, packet_tag_))
    return false;
  const std::uint64_t limit = contents_.limit_bytes();
  try {
    require(matched_.bytes <= max_packet_bytes_, AL_ERR_MESSAGE, "AutoLink: a packet has an impossible length");
    if (is_too_long(matched_.bytes, limit))
      throw limit_failure(limit);
    expected_ = room_for_packet(static_cast<std::size_t>(matched_.bytes));
  } catch (...) {
    fail();
    expected_ = room_to_discard(matched_.bytes);
  }
  matched_.receive(expected_, request_);
  return true;
}

/// Returns where a packet of so many bytes is received. Throws std::bad_alloc.
std::byte *Receiving::room_for_packet(std::size_t bytes) {
  if (!failure_)
    if (std::byte *place = contents_.place_for_packet())
      return place;
  auto &buffer = packets_[next_packet_];
  if (!buffer)
    buffer = Pool<OutgoingBytes>::get();
  make_room(*buffer, bytes);
  next_packet_ = 1 - next_packet_;
  return buffer->bytes.get();
}

/// Returns room for a packet of which only the footer is read. If there is not even address space, or the packet is
/// longer than any of AutoLink's, the stream stays with MPI.
std::byte *Receiving::room_to_discard(std::uint64_t bytes) {
  if (bytes <= wire::max_packet_bytes)
    discarded_ = map_pages(std::max(static_cast<std::size_t>(bytes), sizeof(wire::Footer)));
  if (!discarded_)
    std::rethrow_exception(failure_);
  return discarded_.get();
}

void Receiving::take_packet(std::byte *message, std::size_t size) {
  const bool is_last = Unpacker::is_last(message, size);
  // The place of the next one in an arena is known only after this one has been unpacked.
  if (!is_last && contents_.may_receive_ahead() && !has_probed_packets())
    expect_packet();
  if (!failure_) {
    try {
      contents_.take_packet(message, size);
      if (contents_.complete())
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
  received_bytes_ = contents_.deliver();
  is_finished_ = done_ = true;
}

MPI_Status Receiving::status() const { return is_finished_ ? with_bytes(status_, received_bytes_) : status_; }

/// Frees what has come. Packets that are still to come are discarded.
void Receiving::fail() noexcept {
  if (!failure_)
    failure_ = std::current_exception();
  contents_.end();
}

void Receiving::cancel() { first_.cancel(); }

void receive(const ReceiveArguments &what, MPI_Status *status) {
  const auto complete = [status](Transfer &receiving) {
    run(receiving);
    if (status)
      *status = receiving.status();
  };
  CommState &comm_state = state_of(what.comm);
  if (!may_block() || comm_state.n_probed.load(std::memory_order_acquire) > 0) {
    ReceivingStructure receiving(what);
    complete(receiving);
    return;
  }
  const ReceivePlace place(what.root, what.type, comm_state);
  FirstMessage first;
  first.post(what.source, what.tag, what.comm);
  bool has_nodes = false;
  for (Patience patience; !first.has_come(); patience.rest())
    has_nodes = has_nodes || allocate_spare_nodes(place.plan, place.options);
  if (!place.deliver_small(first.bytes(), first.size())) {
    ReceivingStructure receiving(place, comm_state, std::move(first));
    complete(receiving);
    return;
  }
  if (status)
    *status = with_bytes(first.status(), small_bytes(place.plan, first.bytes(), first.size()));
}

} // namespace autolink
