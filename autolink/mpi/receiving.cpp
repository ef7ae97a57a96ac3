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
#include "core/whole/structure.h"

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

ReceivePlace::ReceivePlace(void *root, AL_Type type, const Settings &settings)
    : root(root), plan(plan_of(type)), options(settings.receiving()) {
  require(root, AL_ERR_ARGUMENT, "AutoLink: the address of the root is NULL");
}

void ReceivePlace::deliver(void *structure, Arena arena) const {
  if (structure && options.use_arena)
    keep_arena(structure, std::move(arena));
  std::memcpy(root, &structure, sizeof structure);
}

void ReceivePlace::discard(void *structure) const noexcept {
  if (!structure || free_arena(structure))
    return;
  try {
    release(plan, structure, options.allocator);
  } catch (...) { // no memory: AL_Free does not find all nodes then, either
  }
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
  if (exchange::is_object(message, size)) {
    object_.emplace(place_.plan, place_.options);
    object_->receive_first(message, size);
    return;
  }
  unpacker_ = Pool<Unpacker>::get();
  unpacker_->begin(place_.plan, place_.options);
  unpacker_->receive_first(message, size);
}

void StructureContents::take_packet(std::byte *message, std::size_t size) {
  has_packets_ = true;
  if (object_)
    return object_->receive_packet(message, size);
  unpacker_->receive_packet(message, size);
}

std::byte *StructureContents::place_for_packet() { return object_ ? nullptr : unpacker_->place_for_packet(); }

std::uint64_t StructureContents::deliver() {
  if (small_bytes_)
    return *small_bytes_;
  Arena arena;
  if (object_) {
    std::uint64_t object_bytes = 0;
    void *const root = object_->finish(arena, &object_bytes);
    object_.reset();
    place_.deliver(root, std::move(arena));
    return object_bytes;
  }
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
  object_.reset();
  if (!unpacker_)
    return;
  unpacker_->end();
  Pool<Unpacker>::put(std::move(unpacker_));
}

void StreamContents::take_first(const std::byte *message, std::size_t size) {
  if (!exchange::is_structure_for(caller_, message, size))
    return sink_.receive_first(message, size);
  structure_.emplace(caller_, limit_bytes_);
  structure_->receive_first(message, size);
}

void StreamContents::take_packet(std::byte *message, std::size_t size) {
  if (structure_)
    structure_->receive_packet(message, size);
  else
    sink_.receive_packet(message, size);
}

Relay::Relay(std::vector<Destination> to, std::size_t most) : to_(std::move(to)), sent_(most, to_.size()) {
  spare_.reserve(most);
  make_room(abort_message_, abort_bytes);
}

bool Relay::step() {
  bool any = false;
  for (; !sent_.empty() && sent_.oldest_is_sent(); any = true)
    if (OutgoingBytes message = sent_.take_oldest(); spare_.size() < spare_.capacity())
      spare_.push_back(std::move(message));
  if (has_to_tell_ && !is_full()) {
    put_abort(abort_message_, n_passed_ > 0, n_passed_ - 1);
    sent_.send(std::exchange(abort_message_, OutgoingBytes()), to_, false);
    has_to_tell_ = false;
    any = true;
  }
  return any;
}

void Relay::pass_on(OutgoingBytes message) {
  sent_.send(std::move(message), to_, false);
  ++n_passed_;
}

void Relay::give_up() {
  if (!has_given_up_)
    has_given_up_ = has_to_tell_ = true;
  step();
}

OutgoingBytes Relay::spare() {
  if (spare_.empty())
    return {};
  OutgoingBytes out = std::move(spare_.back());
  spare_.pop_back();
  return out;
}

ReceivingStructure::ReceivingStructure(const ReceiveArguments &what)
    : Receiving(contents_, state_of(what.comm), FirstMessage()),
      contents_(ReceivePlace(what.root, what.type, state_of(what.comm).settings()), true) {
  begin(what.source, what.tag, what.comm);
}

ReceivingStructure::ReceivingStructure(const ReceivePlace &place, CommState &comm_state, FirstMessage first)
    : Receiving(contents_, comm_state, std::move(first)), contents_(place, false) {}

ReceivingStructure::~ReceivingStructure() {
  if (is_receiving())
    contents_.leak(); // an arena
}

ReceivingOwn::ReceivingOwn(std::unique_ptr<Contents> contents, CommState &comm_state, const Destination &from,
                           std::vector<Destination> relay_to)
    : Receiving(*contents, comm_state, FirstMessage()), contents_(std::move(contents)) {
  begin_own(from, std::move(relay_to));
}

ReceivingOwn::~ReceivingOwn() {
  if (is_receiving())
    contents_->leak();
}

Refusal::~Refusal() {
  if (request_ == MPI_REQUEST_NULL)
    return;
  static_cast<void>(room_.release()); // an MPI call has failed, and MPI may still write there
  MPI_Cancel(&request_);
  MPI_Request_free(&request_);
}

/// Messages are not matched before they are received: MPICH 4.0 with UCX ends the program then if the message is from
/// this process, and its request has been freed, as that of send_abort() has.
bool Refusal::step() {
  int flag = 0;
  MPI_Status status;
  if (request_ == MPI_REQUEST_NULL) {
    check_own_call(MPI_Iprobe(from_.rank, from_.tag, from_.comm, &flag, &status));
    if (!flag)
      return false;
    size_ = received_bytes(status);
    room_ = room_to_discard(size_);
    if (!room_)
      return false;
    check_own_call(
        MPI_Irecv(room_.get(), static_cast<int>(size_), MPI_BYTE, from_.rank, from_.tag, from_.comm, &request_));
  }
  check_own_call(MPI_Test(&request_, &flag, MPI_STATUS_IGNORE));
  if (!flag)
    return false;
  if (has_first_) {
    done_ = Unpacker::is_last(room_.get(), size_);
  } else {
    const auto summary = Unpacker::summarize(room_.get(), size_);
    done_ = !summary || summary->is_whole;
  }
  has_first_ = true;
  room_.reset();
  return true;
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
    first_.post(source, tag, comm, true);
}

void Receiving::begin_own(const Destination &from, std::vector<Destination> relay_to) {
  own_ = from;
  if (!relay_to.empty())
    relay_ = std::make_unique<Relay>(std::move(relay_to), comm_state_.settings().packets_in_flight);
  first_.post(from.rank, from.tag, from.comm, false);
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
  bool any = relay_ && relay_->step();
  while (!has_all_) {
    if (!(has_first_ ? receive_packet() : receive_first()))
      return any;
    any = true;
  }
  if (done() && failure_)
    std::rethrow_exception(failure_);
  return any;
}

/// Passes the first message on, which is copied: it is short.
void Receiving::pass_on_first() {
  OutgoingBytes copy = relay_->spare();
  try {
    make_room(copy, first_.size());
  } catch (...) {
    failure_ = std::current_exception();
    relay_->give_up();
    return;
  }
  copy.begin = 0;
  copy.size = first_.size();
  std::memcpy(copy.data(), first_.bytes(), copy.size);
  relay_->pass_on(std::move(copy));
}

/// Passes a packet on. Its memory stays until it is sent.
void Receiving::pass_on_packet(const std::byte *packet, std::size_t size) {
  if (relay_->has_given_up())
    return;
  for (auto &buffer : packets_)
    if (buffer && buffer->bytes.get() == packet) {
      buffer->begin = 0; // a source may have used its memory before
      buffer->size = size;
      relay_->pass_on(std::exchange(*buffer, OutgoingBytes()));
    }
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
  if (first_.is_cancelled()) {
    has_all_ = true;
    return true;
  }
  if (relay_)
    pass_on_first();
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
  if ((relay_ && relay_->is_full()) || !expect_packet())
    return false;
  MPI_Status status;
  int flag = 0;
  check_own_call(MPI_Test(&request_, &flag, &status));
  if (!flag)
    return false;
  const auto discarded = std::move(discarded_);
  std::byte *packet = expected_;
  const std::size_t size = received_bytes(status);
  if (relay_)
    pass_on_packet(packet, size);
  take_packet(packet, size);
  if (relay_)
    relay_->step();
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
    has_all_ = true;
    return;
  }
  max_packet_bytes_ = summary->max_packet_bytes;
  if (own_) {
    route_ = {own_->comm, own_->rank};
    packet_tag_ = own_->tag;
    return;
  }
  try {
    route_ = route_to(comm_state_, status_.MPI_SOURCE);
  } catch (...) { // the sender has found a route
    fail();
    has_all_ = true;
    return;
  }
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
    if (relay_)
      relay_->give_up();
    discarded_ = room_to_discard(matched_.bytes);
    if (!discarded_ && own_) // all ranks wait for this one, so it tries again
      return false;
    if (!discarded_) // the stream stays with MPI
      std::rethrow_exception(failure_);
    expected_ = discarded_.get();
  }
  matched_.receive(expected_, request_);
  return true;
}

/// Returns where a packet of so many bytes is received. Throws std::bad_alloc.
std::byte *Receiving::room_for_packet(std::size_t bytes) {
  if (!failure_ && !relay_)
    if (std::byte *place = contents_.place_for_packet())
      return place;
  auto &buffer = packets_[next_packet_];
  if (!buffer)
    buffer = Pool<OutgoingBytes>::get();
  if (relay_ && buffer->capacity == 0)
    *buffer = relay_->spare();
  make_room(*buffer, bytes);
  next_packet_ = 1 - next_packet_;
  return buffer->bytes.get();
}

void Receiving::take_packet(std::byte *message, std::size_t size) {
  const bool is_last = Unpacker::is_last(message, size);
  // The place of the next one in an arena is known only after this one has been unpacked.
  if (!is_last && (relay_ || contents_.may_receive_ahead()) && !has_probed_packets())
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
    if (!has_all_ && !failure_) // cannot be: the last packet completes, or fails
      failure_ = std::make_exception_ptr(Failure(AL_ERR_MESSAGE, "AutoLink: the stream ended early"));
    has_all_ = true;
  }
}

void Receiving::finish() {
  received_bytes_ = contents_.deliver();
  is_finished_ = has_all_ = true;
}

MPI_Status Receiving::status() const { return is_finished_ ? with_bytes(status_, received_bytes_) : status_; }

/// Frees what has come. Packets that are still to come are discarded.
void Receiving::fail() noexcept {
  if (!failure_)
    failure_ = std::current_exception();
  contents_.end();
}

void Receiving::cancel() { first_.cancel(); }

void send_and_receive(const SendArguments &sent, const ReceiveArguments &received, MPI_Status &status) {
  void *root = nullptr;
  std::optional<ReceivePlace> place;
  if (received.source != MPI_PROC_NULL)
    place.emplace(received.root, received.type, state_of(received.comm).settings());
  std::unique_ptr<Transfer> transfers[2]; // what is received, and what is sent
  std::exception_ptr failures[2];
  if (sent.to.rank != MPI_PROC_NULL) {
    try {
      transfers[1] = begin_sending(sent.to, [&] { return make_sending(sent); });
    } catch (const std::bad_alloc &) { // the receiver is told, but sends nevertheless
      failures[1] = std::current_exception();
    }
  }
  try {
    if (place)
      transfers[0] = std::make_unique<ReceivingStructure>(
          ReceiveArguments{&root, received.type, received.source, received.tag, received.comm});
  } catch (...) {
    if (transfers[1])
      send_abort(sent.to);
    throw;
  }
  status = proc_null_status();
  for (Patience patience; transfers[0] || transfers[1];) {
    bool any = progress();
    for (std::size_t i = 0; i < 2; ++i) {
      if (!transfers[i])
        continue;
      try {
        any = transfers[i]->step() || any;
        if (!transfers[i]->done())
          continue;
        if (i == 0)
          status = transfers[0]->status();
      } catch (...) {
        failures[i] = std::current_exception();
      }
      transfers[i].reset();
    }
    if (any)
      patience = Patience();
    else
      patience.rest();
  }
  if (failures[0] || failures[1]) {
    if (place)
      place->discard(root);
    std::rethrow_exception(failures[1] ? failures[1] : failures[0]);
  }
  if (place)
    std::memcpy(received.root, &root, sizeof root);
}

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
  const ReceivePlace place(what.root, what.type, comm_state.settings());
  FirstMessage first;
  first.post(what.source, what.tag, what.comm, true);
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
