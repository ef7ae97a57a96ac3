// Messages of packed data in the public C API. See automap/automap.h.
//
// A message is packed here and sent as MPI_PACKED, which MPI moves as one block whatever it contains, and
// which matches the ordinary datatype on the other side (MPI 4.0, section 5.2): the packed data are those of
// MPI_Pack. What is contiguous in memory is sent from there, and received there.
//
// A message is packed as a whole before it is sent. To pack one part while another one travels, it has to be
// several messages, and those come out wrong on the other side unless that is AM_Recv: a plain MPI_Recv takes
// the first part alone, MPI_Probe tells its length, wildcards match the others. Nobody knows what the other side
// is before the message has been matched, and then it is too late: MPI may read all of a send buffer as soon as
// the send has begun, so that nothing can be packed into it meanwhile. Partitioned communication does allow
// that, but matches partitioned receives alone. MPI's own packing has no such limits; where it is faster
// (is_fast_in_mpi), it is used. Messages go in parts (parts.h) where the caller knows better and has said so by
// AM_Comm_set_pipeline. AM_Bcast has AutoMap on all sides, and does work in parts.
//
// Some MPI libraries cannot receive data with holes, sent without, that they cut inside of an element (fragments.h).
// There, what may be cut is sent as a datatype that tells of the elements (uncut_type.h), but for long messages to
// receivers that are known to be AM_Recv, and what is received goes into memory without holes.
//
// What the estimates choose wrongly costs little: data that are left to MPI take as long as with MPI, and a
// packed message what one without holes does and AM_Pack and AM_Unpack beside. The environment variable
// AUTOMAP_SEND (mpi, packed) overrules them where MPI packs better than here, or worse.
#include "automap/automap.h"

#include "buffers.h"
#include "decode.h"
#include "encode.h"
#include "failure.h"
#include "fragments.h"
#include "keep.h"
#include "left_behind.h"
#include "named_call.h"
#include "parts.h"
#include "pending.h"
#include "pipeline.h"
#include "plan_of.h"
#include "uncut_type.h"

#include "layout/checked.h"
#include "layout/dataloop/dense.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

using namespace automap;
using layout::Plan;
using mpi::Announcement;
using mpi::Buffer;
using mpi::check;
using mpi::Fragments;
using mpi::IncomingParts;
using mpi::KeptWhileWaiting;
using mpi::Outgoing;
using mpi::OutgoingParts;
using mpi::Pipeline;
using mpi::require;

namespace {

// Estimates of time in nanoseconds, from test/bench/messages, two ranks that share memory: what MPI_Send takes
// for data with holes, and AM_Send beyond what it has in common with that.
#ifdef OPEN_MPI
constexpr double hole_message = 0, equally_spaced_part = 7, other_part = 25, long_byte = 0.4,
                 pipelined_byte = 0;                       // no less than otherwise
constexpr std::int64_t least_single_copy = (4 << 10) - 48; // its limit, less headers
#else                                                      // MPICH
constexpr double hole_message = 350, equally_spaced_part = 16, other_part = 12, long_byte = 0.4,
                 pipelined_byte = 0.03;
constexpr std::int64_t least_single_copy = 16 << 10;
#endif

/// Packed data travel as one message, or in parts that stay in the caches, one after the other or by a pipeline.
enum class Travel { whole, in_parts, pipelined };

/// What packing and unpacking take. Long messages without holes, as packed ones are, cross from one process to
/// the other by calls of the system, which take longer than copies by way of shared memory do; and packed data
/// longer than the caches travel through memory twice more.
double packing_time(std::int64_t size, Travel travel) {
  constexpr std::int64_t longer_than_caches = 4 << 20;
  const auto bytes = static_cast<double>(size);
  if (pipelined_byte > 0 && travel == Travel::pipelined)
    return pipelined_byte * bytes;
  if (size < least_single_copy)
    return 0.1 * bytes;
  return size < longer_than_caches || travel != Travel::whole ? 1500 + 0.145 * bytes : long_byte * bytes;
}

/// Whether MPI packs `count` items in the message itself in less time than packing them here takes: what has
/// long contiguous parts.
bool is_fast_in_mpi(const Plan &plan, std::int64_t count, std::int64_t size, Travel travel) {
  const layout::Dataloop &loop = plan.loops()[plan.loops().one().loop];
  const bool equally_spaced = loop.leaf && (loop.pieces == 1 || loop.kind == layout::Dataloop::Kind::vector);
  const double parts = static_cast<double>(count) * static_cast<double>(loop.pieces);
  return hole_message + parts * (equally_spaced ? equally_spaced_part : other_part) <
         packing_time(size, travel);
}

/// How data are given to MPI: in their place, packed, or as what they are.
enum class Way { in_place, packed, by_mpi };

/// What the environment wants for data with holes: AUTOMAP_SEND (mpi, packed), else estimates decide.
const std::optional<Way> &wanted_way() {
  static const std::optional<Way> wanted = [] {
    const char *text = std::getenv("AUTOMAP_SEND");
    const std::string_view name = text ? text : "";
    require(name.empty() || name == "mpi" || name == "packed", MPI_ERR_ARG,
            "AutoMap: AUTOMAP_SEND is neither mpi nor packed");
    return name == "mpi"      ? std::optional(Way::by_mpi)
           : name == "packed" ? std::optional(Way::packed)
                              : std::nullopt;
  }();
  return wanted;
}

Way way_of(const Plan &plan, int count, std::int64_t size, Travel travel) {
  if (size > INT_MAX && travel == Travel::whole)
    return Way::by_mpi;
  if (plan.is_contiguous(count))
    return Way::in_place;
  const std::optional<Way> &wanted = wanted_way();
  return wanted ? *wanted : is_fast_in_mpi(plan, count, size, travel) ? Way::by_mpi : Way::packed;
}

/// Whether data without holes may reach MPI_Recv cut inside of an element, for which it would fail.
bool may_be_cut(MPI_Datatype type, int count, std::int64_t size) {
  return size > Fragments::shortest && size > mpi::fragments().longest_whole && count > mpi::most_uncut(type);
}

bool is_received_by_automap(MPI_Comm comm) {
  const Pipeline *const pipeline = mpi::pipeline_of(comm);
  return pipeline && pipeline->is_on();
}

/// A message that is sent whole, or received.
struct Travelling {
  Way way;
  std::shared_ptr<const mpi::OwnedType> uncut; // what MPI is told to be sent; null: MPI_PACKED
};

/// One without holes may be left to MPI, too, if there is no other way not to have it cut. AutoMap receives what is cut,
/// but gets shorter messages sooner where MPI copies them through shared memory, as what is not.
Travelling way_to_send(const Plan &plan, int count, MPI_Datatype type, std::int64_t size, MPI_Comm comm) {
  constexpr std::int64_t least_cut = 1 << 20;
  const Way way = way_of(plan, count, size, Travel::whole);
  const bool to_automap = is_received_by_automap(comm);
  if (way == Way::by_mpi || !may_be_cut(type, count, size) || (to_automap && size >= least_cut))
    return {way, nullptr};
  std::shared_ptr<const mpi::OwnedType> uncut = mpi::uncut_type(type, plan, count);
  const bool may_be_packed = uncut || to_automap || wanted_way() == Way::packed;
  return {may_be_packed ? way : Way::by_mpi, std::move(uncut)};
}

Way way_to_receive(const Plan &plan, int count, MPI_Datatype type, std::int64_t size) {
  const Way way = way_of(plan, count, size, Travel::whole);
  return way == Way::by_mpi && size <= INT_MAX && may_be_cut(type, count, size) ? Way::packed : way;
}

std::int64_t bytes_of(const Plan &plan, int count) {
  require(count >= 0, MPI_ERR_COUNT, "AutoMap: a count is negative");
  return layout::checked_multiply(count, plan.size());
}

char *first_byte(const Plan &plan, void *buffer, std::int64_t size) {
  return size > 0 ? layout::moved(static_cast<char *>(buffer), plan.true_lower_bound()) : nullptr;
}

void require_comm(MPI_Comm comm) {
  require(comm != MPI_COMM_NULL, MPI_ERR_COMM, "AutoMap: the communicator is MPI_COMM_NULL");
}

/// A call of this interface, for Naming around those of MPI that send or receive its data.
struct Calling {
  mpi::Naming sends(int count, MPI_Datatype type, int announcement_bytes = 0) const {
    return {name, address, {type, count, announcement_bytes}, {}};
  }
  mpi::Naming receives(int count, MPI_Datatype type) const { return {name, address, {}, {type, count}}; }

  const char *name;
  const void *address;
};

#define THIS_CALL                                                                                            \
  Calling { __func__, __builtin_return_address(0) }

/// A buffer without holes, of a datatype that the calling thread has used just before, which MPI takes as it is:
/// what is known at once costs nothing that short messages would feel. `data` is null if that is not so, or if
/// something is wrong; the general way then sees what.
struct InPlace {
  InPlace(const void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm, bool sends) {
    plan = mpi::recent_plan_of(type);
    if (!plan || !buffer || count <= 0 || peer == MPI_PROC_NULL || comm == MPI_COMM_NULL ||
        plan->size() > INT_MAX)
      return;
    const std::int64_t size = count * plan->size();
    if (size > INT_MAX || !plan->is_contiguous(count))
      return;
    if (sends && size > Fragments::shortest && size > mpi::fragments().longest_whole)
      return;
    data = first_byte(*plan, const_cast<void *>(buffer), size);
    bytes = static_cast<int>(size);
  }

  char *data = nullptr;
  int bytes = 0;
  const Plan *plan;
};

/// MPI_UNDEFINED if int does not count them.
int bytes_received(const MPI_Status &status) {
  int bytes = 0;
  check(MPI_Get_count(&status, MPI_PACKED, &bytes));
  return bytes;
}

/// The parts that `source` has announced for a buffer; null if what was received in their place, which is as long as
/// an announcement, is none.
std::unique_ptr<IncomingParts> parts_of(const Announcement &received, int source, Pipeline &pipeline,
                                        const Plan &plan, void *buffer, int count) {
  if (!pipeline.has_sent(received))
    return nullptr;
  const std::int64_t size = bytes_of(plan, count);
  char *const in_place = plan.is_contiguous(count) ? first_byte(plan, buffer, size) : nullptr;
  return std::make_unique<IncomingParts>(pipeline.shared_from_this(), received, source,
                                         mpi::Destination{plan, buffer, count, size, in_place});
}

/// What MPI is given for a buffer.
class Message {
public:
  /// Outgoing if `packs`: then `buffer` is not written. Else what is received is to be unpacked, and with a
  /// pipeline may be an announcement of it, for which there is room whatever the buffer has.
  Message(const Plan &plan, const void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm,
          bool packs)
      : plan_(plan), buffer_(const_cast<void *>(buffer)), count_(count), size_(bytes_of(plan, count)),
        pipeline_(packs || peer == MPI_PROC_NULL ? nullptr : mpi::pipeline_of(comm)),
        room_(pipeline_ ? std::max<std::int64_t>(size_, Announcement::longest) : size_),
        travelling_(peer == MPI_PROC_NULL ? Travelling{Way::by_mpi, nullptr}
                    : packs               ? way_to_send(plan, count, type, size_, comm)
                    : room_ > size_       ? Travelling{Way::packed, nullptr}
                                          : Travelling{way_to_receive(plan, count, type, size_), nullptr}),
        packed_(way() == Way::packed ? static_cast<std::size_t>(room_) : 0), type_(type) {
    require_comm(comm);
    if (peer != MPI_PROC_NULL) // there, MPI accepts what it likes
      mpi::require_buffer(plan, buffer, size_);
    if (packs && way() == Way::packed)
      plan.pack(buffer_, count_, 0, size_, packed_.data());
  }

  void *data() const {
    return way() == Way::by_mpi   ? buffer_
           : way() == Way::packed ? packed_.data()
                                  : first_byte(plan_, buffer_, size_);
  }
  int count() const {
    return way() == Way::by_mpi ? count_ : travelling_.uncut ? 1 : static_cast<int>(room_);
  }
  MPI_Datatype type() const {
    return way() == Way::by_mpi ? type_ : travelling_.uncut ? *travelling_.uncut : MPI_PACKED;
  }

  /// Whether what is received may be in parts for which there is room.
  bool may_be_in_parts() const { return pipeline_ && pipeline_->may_announce(size_); }

  /// To be kept while a receive is under way; null if there is none.
  Pipeline *pipeline() const { return pipeline_; }

  /// What was received, which may be less than there is room for, goes to its places; null then. If it announces
  /// parts, these are still to be received.
  std::unique_ptr<IncomingParts> unpack(const MPI_Status &status) const {
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

private:
  Way way() const { return travelling_.way; }

  void unpack(int bytes) const {
    if (bytes > size_)
      throw mpi::truncation(*pipeline_);
    if (bytes > 0)
      plan_.unpack(packed_.data(), 0, bytes, buffer_, count_);
  }

  [[gnu::noinline]] std::unique_ptr<IncomingParts> announced_parts(const MPI_Status &status) const {
    Announcement announcement;
    if (way() == Way::by_mpi)
      plan_.pack(buffer_, count_, 0, sizeof announcement, &announcement);
    else
      std::memcpy(&announcement, data(), sizeof announcement);
    return parts_of(announcement, status.MPI_SOURCE, *pipeline_, plan_, buffer_, count_);
  }

  const Plan &plan_;
  void *buffer_;
  int count_;
  std::int64_t size_;
  Pipeline *pipeline_;
  std::int64_t room_; // for what MPI is to receive
  Travelling travelling_;
  Buffer packed_;
  MPI_Datatype type_; // of the buffer
};

/// Announces a message that is to be sent in parts, perhaps all `at_once`; null if it is sent whole.
[[gnu::noinline]] Outgoing announce(Calling call, Pipeline &pipeline, const Plan &plan, const void *buffer,
                                    int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                                    bool at_once) {
  const std::int64_t size = bytes_of(plan, count), part = pipeline.part_of(size, at_once);
  if (part == 0 || dest == MPI_PROC_NULL || way_of(plan, count, size, Travel::pipelined) != Way::packed)
    return nullptr;
  mpi::require_buffer(plan, buffer, size);
  Outgoing out(new OutgoingParts(pipeline.shared_from_this(), plan, buffer, count, size, part));
  const int bytes = mpi::whole_elements(type);
  const mpi::Naming naming = call.sends(count, type, bytes);
  out->announce(bytes, dest, tag, comm);
  return out;
}

Outgoing announced(Calling call, const Plan &plan, const void *buffer, int count, MPI_Datatype type, int dest,
                   int tag, MPI_Comm comm, bool at_once) {
  Pipeline *const pipeline = mpi::pipeline_of(comm);
  return pipeline ? announce(call, *pipeline, plan, buffer, count, type, dest, tag, comm, at_once) : nullptr;
}

/// MPI_STATUS_IGNORE is null in some MPI libraries.
void require_status(const MPI_Status *status) {
  require(status || status == MPI_STATUS_IGNORE, MPI_ERR_ARG, "AutoMap: an argument is null");
}

void give(MPI_Status *status, const MPI_Status &from) {
  if (status != MPI_STATUS_IGNORE)
    *status = from;
}

} // namespace

/// A call that is under way, with what it needs until it ends.
struct AM_Request_s final : mpi::PendingReceive {
  AM_Request_s(const Plan &plan, bool receives) : plan(plan.shared_from_this()), receives(receives) {}
  ~AM_Request_s();

  /// Goes on as far as it can at once, for who tests it, or who waits for it and others in turn; or waits.
  enum class Going { on, in_turn, to_the_end };

  /// Whether it has ended, or failed, as end() says then.
  bool go(Going how) noexcept;

  /// To be called when it has ended: throws what went wrong.
  void end() const;

  std::shared_ptr<const Plan> plan;   // the datatype may be freed meanwhile
  std::shared_ptr<Pipeline> pipeline; // of a receive; the communicator, too
  bool receives;
  Outgoing outgoing; // in parts, all of which are packed
  std::optional<Message> message;
  MPI_Request request = MPI_REQUEST_NULL;  // of the message, or of what announces it
  bool has_first = false;                  // that has ended
  std::unique_ptr<IncomingParts> incoming; // what was announced
  bool has_ended = false;
  std::exception_ptr failure;
  MPI_Status status = {};

private:
  bool carry_on() noexcept override { return go(Going::on); }
  bool advance(Going how);
};

AM_Request_s::~AM_Request_s() {
  withdraw();
  if (receives && request != MPI_REQUEST_NULL) { // only after an error
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

bool AM_Request_s::go(Going how) noexcept {
  try {
    has_ended = has_ended || advance(how);
  } catch (...) { // who asks for this call is to be told, no other one that carries it on
    failure = std::current_exception();
    has_ended = true;
  }
  return has_ended;
}

void AM_Request_s::end() const {
  if (!failure)
    return;
  try {
    std::rethrow_exception(failure);
  } catch (mpi::UsageFailure &found) { // perhaps before the communicator was freed
    if (pipeline)
      found.comm = mpi::who_is_told(*pipeline);
    throw;
  }
}

/// True if it has ended; throws what is wrong then.
bool AM_Request_s::advance(Going how) {
  const bool waits = how == Going::to_the_end;
  if (outgoing) { // what is left when it is received, MPI will do
    if (waits)
      outgoing->finish();
    return waits || (how == Going::on ? outgoing->is_received() : outgoing->is_finished());
  }
  if (!has_first) {
    int done = 1;
    check(waits ? MPI_Wait(&request, &status) : MPI_Test(&request, &done, &status));
    if (!done)
      return false;
    has_first = true;
    if (receives)
      incoming = message->unpack(status);
  }
  if (!incoming)
    return true;
  if (!incoming->advance(waits))
    return false;
  incoming->complete(status);
  return true;
}

namespace {

MPI_Status empty_status() {
  MPI_Status out;
  int flag = 0;
  MPI_Request none = MPI_REQUEST_NULL;
  check(MPI_Test(&none, &flag, &out));
  out.MPI_ERROR = MPI_SUCCESS; // which MPICH leaves to the caller
  return out;
}

/// Goes on to the end, and so do other receives meanwhile, and the sends in parts among `others`.
void wait(AM_Request_s &call, std::span<const AM_Request> others = {}) {
  using enum AM_Request_s::Going;
  call.withdraw();
  const auto alone = [&] { return others.empty() && (call.outgoing || !mpi::others_are_pending()); };
  while (!call.go(alone() ? to_the_end : in_turn)) {
    for (const AM_Request other : others)
      if (other && other->outgoing)
        other->go(in_turn);
    mpi::carry_on_others();
  }
}

/// Frees the request, which has ended, and gives its status. Throws what is wrong with the call.
void end(AM_Request &request, MPI_Status *status) {
  if (request == AM_REQUEST_NULL)
    return give(status, empty_status());
  const std::unique_ptr<AM_Request_s> call(std::exchange(request, AM_REQUEST_NULL)); // also if that fails
  give(status, call->status);
  call->end();
}

/// A message that was sent whole, for AM_Request_free.
class FreedSend final : public mpi::SendLeftBehind {
public:
  explicit FreedSend(AM_Request send) : send_(send) {}
  std::span<MPI_Request> requests() noexcept override { return {&send_->request, 1}; }
  void tell_of_waiting() const override {
    std::fputs(
        "AutoMap: MPI_Finalize waits for a message to be received that AM_Request_free was called for\n",
        stderr);
  }

private:
  const std::unique_ptr<AM_Request_s> send_;
};

/// The status of the i-th call of several.
MPI_Status *status_of(MPI_Status *statuses, std::size_t i) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

/// As end() does for `count` of them. Of what is wrong, error handlers are told of each, and each status then has the
/// code of its call; throws CallFailure for MPI_ERR_IN_STATUS (MPI 4.0, section 3.7.5). at(i): one of the requests;
/// `name`: of the user's call.
template <typename At> void end_all(std::size_t count, At at, MPI_Status *statuses, const char *name) {
  bool has_failed = false;
  for (std::size_t i = 0; i < count; ++i)
    has_failed = has_failed || (at(i) && at(i)->failure);
  for (std::size_t i = 0; i < count; ++i) {
    MPI_Status *const status = status_of(statuses, i);
    const int code = mpi::code_of([&] { end(at(i), status); }, MPI_COMM_NULL, name);
    if (has_failed && status != MPI_STATUS_IGNORE)
      status->MPI_ERROR = code;
  }
  if (has_failed)
    throw mpi::CallFailure(MPI_ERR_IN_STATUS);
}

/// How many there are up to the last one that sends in parts, and with it; 0 if none does.
std::size_t up_to_last_in_parts(std::span<const AM_Request> requests) {
  std::size_t out = requests.size();
  while (out > 0 && !(requests[out - 1] && requests[out - 1]->outgoing))
    --out;
  return out;
}

/// Goes on with a call that may be shared; whether it has ended.
bool advance(AM_Request_s &call, AM_Request_s::Going how) {
  const bool was_shared = call.withdraw();
  const bool out = call.go(how);
  if (!out && was_shared)
    call.share();
  return out;
}

/// The requests of a call that ends several.
class Several {
public:
  Several(int count, AM_Request requests[], const MPI_Status *statuses, const char *name) : name_(name) {
    require(count >= 0, MPI_ERR_COUNT, "AutoMap: a count is negative");
    require(count == 0 || requests, MPI_ERR_ARG, "AutoMap: an argument is null");
    require(count == 0 || statuses || statuses == MPI_STATUSES_IGNORE, MPI_ERR_ARG,
            "AutoMap: an argument is null");
    all_ = {requests, static_cast<std::size_t>(count)};
  }

  /// Whether some are not AM_REQUEST_NULL.
  bool are_active() const {
    return std::ranges::any_of(all_, [](AM_Request each) { return each != AM_REQUEST_NULL; });
  }

  void wait_for_all() const {
    const std::size_t others = up_to_last_in_parts(all_);
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i])
        wait(*all_[i], all_.first(others).subspan(std::min(i + 1, others)));
  }

  /// Goes on with all; whether all have ended.
  bool test_all() const {
    bool out = true;
    for (const AM_Request each : all_)
      out = (!each || advance(*each, AM_Request_s::Going::on)) && out;
    return out;
  }

  void end_all(MPI_Status *statuses) const {
    ::end_all(all_.size(), [&](std::size_t i) -> AM_Request & { return all_[i]; }, statuses, name_);
  }

  /// Goes on with them until `most` have ended, whose indices come out; how many. If it `waits`, there is to be one, and
  /// it goes on until one has.
  int find_ended(bool waits, int most, int indices[]) const {
    for (;; mpi::carry_on_others()) {
      int out = 0;
      for (std::size_t i = 0; i < all_.size() && out < most; ++i)
        if (all_[i] && advance(*all_[i], waits ? AM_Request_s::Going::in_turn : AM_Request_s::Going::on))
          indices[out++] = static_cast<int>(i);
      if (out > 0 || !waits)
        return out;
    }
  }

  void end_these(int number, const int indices[], MPI_Status *statuses) const {
    const auto at = [&](std::size_t i) -> AM_Request & { return all_[static_cast<std::size_t>(indices[i])]; };
    ::end_all(static_cast<std::size_t>(number), at, statuses, name_);
  }

  void end_one(int index, MPI_Status *status) const { end(all_[static_cast<std::size_t>(index)], status); }

private:
  std::span<AM_Request> all_;
  const char *name_;
};

/// MPI_Irecv.
void post(Calling calling, AM_Request_s &call, const Plan &plan, void *buffer, int count, MPI_Datatype type,
          int source, int tag, MPI_Comm comm) {
  const Message &message = call.message.emplace(plan, buffer, count, type, source, comm, false);
  if (message.pipeline())
    call.pipeline = message.pipeline()->shared_from_this();
  const mpi::Naming naming = calling.receives(count, type);
  check(MPI_Irecv(message.data(), message.count(), message.type(), source, tag, comm, &call.request));
  if (message.may_be_in_parts())
    call.share();
}

/// MPI_Wait, and receives go on meanwhile.
void wait(MPI_Request &request, MPI_Status &status) {
  for (int done = 0; check(MPI_Test(&request, &done, &status)), !done;)
    mpi::carry_on_others();
}

/// MPI_Send, and receives go on meanwhile.
void send_whole(Calling call, const Message &message, int count, MPI_Datatype type, int dest, int tag,
                MPI_Comm comm) {
  MPI_Request request;
  {
    const mpi::Naming naming = call.sends(count, type);
    if (!mpi::others_are_pending())
      return check(MPI_Send(message.data(), message.count(), message.type(), dest, tag, comm));
    check(MPI_Isend(message.data(), message.count(), message.type(), dest, tag, comm, &request));
  }
  MPI_Status none;
  wait(request, none);
}

/// MPI_Recv, and other receives go on meanwhile.
void receive_first(Calling call, int named_count, MPI_Datatype named_type, void *data, int count,
                   MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status &status) {
  MPI_Request request;
  {
    const mpi::Naming naming = call.receives(named_count, named_type);
    if (!mpi::others_are_pending())
      return check(MPI_Recv(data, count, type, source, tag, comm, &status));
    check(MPI_Irecv(data, count, type, source, tag, comm, &request));
  }
  wait(request, status);
}

void receive_parts(IncomingParts &parts, MPI_Status &status) {
  while (!parts.advance(!mpi::others_are_pending()))
    mpi::carry_on_others();
  parts.complete(status);
}

/// A receive has got its message, or what announces it.
void receive_rest(const Message &message, MPI_Status &status) {
  if (const std::unique_ptr<IncomingParts> parts = message.unpack(status))
    receive_parts(*parts, status);
}

/// AM_Recv of data without holes: in their place, or if they are shorter than an announcement may be, in one that has
/// room for it.
void receive_in_place(Calling call, const InPlace &known, Pipeline &pipeline, void *buffer, int count,
                      MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status &status) {
  char room[Announcement::longest];
  char *const place = known.bytes < Announcement::longest ? room : known.data;
  const KeptWhileWaiting kept(*known.plan, &pipeline);
  receive_first(call, count, type, place, std::max(known.bytes, Announcement::longest), MPI_PACKED, source,
                tag, comm, status);
  const int bytes = bytes_received(status);
  if (Announcement::may_be(bytes)) {
    Announcement received;
    std::memcpy(&received, place, sizeof received);
    if (const auto parts = parts_of(received, status.MPI_SOURCE, pipeline, *known.plan, buffer, count))
      return receive_parts(*parts, status);
  }
  if (bytes > known.bytes)
    throw mpi::truncation(pipeline);
  if (place == room)
    std::memcpy(known.data, room, static_cast<std::size_t>(bytes));
}

// Broadcasts for which the ranks agree on a way, and parts of shorter ones. Open MPI copies these through shared
// memory; longer ones go by calls of the system.
#ifdef OPEN_MPI
constexpr std::int64_t least_asked = 18 << 10, short_part = 3968;
#else
constexpr std::int64_t least_asked = 32 << 10, short_part = least_asked;
#endif
constexpr std::int64_t least_in_long_parts = 32 << 10;

/// Whether a broadcast goes packed, the same on all ranks, whose datatypes need not have the same holes: if any
/// has holes for which that is better, or if the datatypes differ in size, for Open MPI cuts long broadcasts at
/// multiples of that, on each rank by its own. What is so short that asking takes too long does.
bool is_packed(const Plan &plan, int count, std::int64_t size, MPI_Comm comm) {
  if (size < least_asked)
    return true;
  const bool packs = way_of(plan, count, size, Travel::in_parts) == Way::packed;
  const long long mine[] = {packs, plan.size(), -plan.size()};
  long long most[3];
  check(MPI_Allreduce(mine, most, 3, MPI_LONG_LONG, MPI_MAX, comm));
  return most[0] != 0 || most[1] != -most[2];
}

/// In parts, of which one may be packed while the one before it is unpacked elsewhere.
void broadcast_packed(const Plan &plan, void *buffer, int count, std::int64_t size, int root, MPI_Comm comm) {
  const std::int64_t longest_part =
      size < least_in_long_parts ? short_part : 1 << 20; // the caches hold it until it is unpacked
  const bool copies = !plan.is_contiguous(count);
  const KeptWhileWaiting kept(plan);
  int rank = 0;
  if (copies)
    check(MPI_Comm_rank(comm, &rank));
  const Buffer packed(copies ? static_cast<std::size_t>(std::min(size, longest_part)) : 0);
  std::int64_t begin = 0;
  do {
    const std::int64_t end = std::min(size, begin + longest_part);
    char *const data = copies ? packed.data() : layout::moved(first_byte(plan, buffer, size), begin);
    if (copies && rank == root)
      plan.pack(buffer, count, begin, end, data);
    check(MPI_Bcast(data, static_cast<int>(end - begin), MPI_PACKED, root, comm));
    if (copies && rank != root)
      plan.unpack(data, begin, end, buffer, count);
    begin = end;
  } while (begin < size);
}

} // namespace

extern "C" int AM_Dense(MPI_Datatype type, MPI_Datatype *dense) {
  return mpi::error_code_of([&] {
    require(dense, MPI_ERR_ARG, "AutoMap: an argument is null");
    const mpi::Decoded decoded = mpi::decode(type);
    const layout::TypeTree tree = layout::dense(decoded.tree);
    *dense = mpi::encode(tree, {0, tree.data_bytes()}, decoded.precise_types);
  });
}

extern "C" int AM_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  const Calling call = THIS_CALL;
  if (const InPlace known(buf, count, type, dest, comm, true); known.data && !mpi::others_are_pending()) {
    const mpi::Naming naming = call.sends(count, type);
    return MPI_Send(known.data, known.bytes, MPI_PACKED, dest, tag, comm);
  }
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        if (const Outgoing parts = announced(call, plan, buf, count, type, dest, tag, comm, false)) {
          const KeptWhileWaiting kept(plan);
          parts->send();
          return parts->finish();
        }
        send_whole(call, Message(plan, buf, count, type, dest, comm, true), count, type, dest, tag, comm);
      },
      comm);
}

extern "C" int AM_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                       MPI_Status *status) {
  const Calling call = THIS_CALL;
  if (const InPlace known(buf, count, type, source, comm, false); known.data)
    if (const std::optional<Pipeline *> pipeline = mpi::known_pipeline_of(comm)) {
      if (*pipeline)
        return mpi::code_of(
            [&] {
              require_status(status);
              MPI_Status mine;
              receive_in_place(call, known, **pipeline, buf, count, type, source, tag, comm,
                               status == MPI_STATUS_IGNORE ? mine : *status);
            },
            comm);
      if (!mpi::others_are_pending()) {
        const mpi::Naming naming = call.receives(count, type);
        return MPI_Recv(known.data, known.bytes, MPI_PACKED, source, tag, comm, status);
      }
    }
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require_status(status);
        MPI_Status mine, *const filled = status == MPI_STATUS_IGNORE ? &mine : status;
        const Message message(plan, buf, count, type, source, comm, false);
        const KeptWhileWaiting kept(plan, message.pipeline());
        receive_first(call, count, type, message.data(), message.count(), message.type(), source, tag, comm,
                      *filled);
        receive_rest(message, *filled);
      },
      comm);
}

extern "C" int AM_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                           void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                           MPI_Comm comm, MPI_Status *status) {
  const Calling call = THIS_CALL;
  const InPlace out(sendbuf, sendcount, sendtype, dest, comm, true),
      in(recvbuf, recvcount, recvtype, source, comm, false);
  if (const std::optional<Pipeline *> pipeline = mpi::known_pipeline_of(comm);
      out.data && in.data && pipeline && !*pipeline && !mpi::others_are_pending()) {
    const mpi::Naming naming(call.name, call.address, {sendtype, sendcount}, {recvtype, recvcount});
    return MPI_Sendrecv(out.data, out.bytes, MPI_PACKED, dest, sendtag, in.data, in.bytes, MPI_PACKED, source,
                        recvtag, comm, status);
  }
  return mpi::with_plan_of(
      sendtype,
      [&](const Plan &out_plan) {
        require_status(status);
        const Plan *const recent = mpi::recent_plan_of(recvtype),
                          &in_plan = recent ? *recent : mpi::plan_of(recvtype);
        MPI_Status mine, *const filled = status == MPI_STATUS_IGNORE ? &mine : status;
        const Outgoing parts =
            announced(call, out_plan, sendbuf, sendcount, sendtype, dest, sendtag, comm, false);
        std::optional<Message> whole;
        if (!parts)
          whole.emplace(out_plan, sendbuf, sendcount, sendtype, dest, comm, true);
        const KeptWhileWaiting kept(out_plan);
        AM_Request_s receive(in_plan, true);
        post(call, receive, in_plan, recvbuf, recvcount, recvtype, source, recvtag, comm);
        if (parts)
          parts->send();
        else
          send_whole(call, *whole, sendcount, sendtype, dest, sendtag, comm);
        wait(receive); // if it has failed, the other side has got all, nevertheless
        *filled = receive.status;
        receive.end();
        if (parts)
          parts->finish();
      },
      comm);
}

extern "C" int AM_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const Calling call = THIS_CALL;
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        const mpi::Naming naming = call.sends(count, type); // by the first broadcast of MPI's
        require_comm(comm);
        int is_between_groups = 0;
        check(MPI_Comm_test_inter(comm, &is_between_groups));
        if (is_between_groups) // those beside the root do not know how much there is
          return check(MPI_Bcast(buffer, count, type, root, comm));
        const std::int64_t size = bytes_of(plan, count);
        mpi::require_buffer(plan, buffer, size);
        if (is_packed(plan, count, size, comm))
          broadcast_packed(plan, buffer, count, size, root, comm);
        else
          check(MPI_Bcast(buffer, count, type, root, comm));
      },
      comm);
}

extern "C" int AM_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                        AM_Request *request) {
  const Calling call = THIS_CALL;
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require(request, MPI_ERR_ARG, "AutoMap: an argument is null");
        auto made = std::make_unique<AM_Request_s>(plan, false);
        made->outgoing = announced(call, plan, buf, count, type, dest, tag, comm, true);
        if (made->outgoing) {
          made->outgoing->start();
          made->status = empty_status();
        } else {
          const Message &message = made->message.emplace(plan, buf, count, type, dest, comm, true);
          const mpi::Naming naming = call.sends(count, type);
          check(MPI_Isend(message.data(), message.count(), message.type(), dest, tag, comm, &made->request));
        }
        *request = made.release();
      },
      comm);
}

extern "C" int AM_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                        AM_Request *request) {
  const Calling call = THIS_CALL;
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require(request, MPI_ERR_ARG, "AutoMap: an argument is null");
        auto made = std::make_unique<AM_Request_s>(plan, true);
        post(call, *made, plan, buf, count, type, source, tag, comm);
        *request = made.release();
      },
      comm);
}

extern "C" int AM_Request_free(AM_Request *request) {
  return mpi::error_code_of([&] {
    require(request, MPI_ERR_ARG, "AutoMap: an argument is null");
    require(*request, MPI_ERR_REQUEST, "AutoMap: the request is AM_REQUEST_NULL");
    require(!(*request)->receives, MPI_ERR_REQUEST,
            "AutoMap: the request is a receive, whose data get to their places in AM_Wait and its like");
    mpi::tidy_left_behind();
    if ((*request)->outgoing)
      delete std::exchange(*request, AM_REQUEST_NULL); // leaves the parts behind
    else
      mpi::leave_behind(std::make_unique<FreedSend>(std::exchange(*request, AM_REQUEST_NULL)));
  });
}

extern "C" int AM_Wait(AM_Request *request, MPI_Status *status) {
  return mpi::error_code_of([&] {
    require(request, MPI_ERR_ARG, "AutoMap: an argument is null");
    require_status(status);
    if (*request)
      wait(**request);
    end(*request, status);
  });
}

extern "C" int AM_Test(AM_Request *request, int *flag, MPI_Status *status) {
  return mpi::error_code_of([&] {
    require(request && flag, MPI_ERR_ARG, "AutoMap: an argument is null");
    require_status(status);
    *flag = !*request || advance(**request, AM_Request_s::Going::on);
    if (*flag)
      end(*request, status);
  });
}

extern "C" int AM_Waitall(int count, AM_Request requests[], MPI_Status *statuses) {
  return mpi::error_code_of([&] {
    const Several all(count, requests, statuses, "AM_Waitall");
    all.wait_for_all();
    all.end_all(statuses);
  });
}

extern "C" int AM_Testall(int count, AM_Request requests[], int *flag, MPI_Status *statuses) {
  return mpi::error_code_of([&] {
    require(flag, MPI_ERR_ARG, "AutoMap: an argument is null");
    const Several all(count, requests, statuses, "AM_Testall");
    *flag = all.test_all();
    if (*flag)
      all.end_all(statuses);
  });
}

namespace {

/// Of AM_Waitany and AM_Testany; *flag: whether one has ended, or none is under way.
void end_any(const Several &all, bool waits, int *index, int *flag, MPI_Status *status) {
  require(index && flag, MPI_ERR_ARG, "AutoMap: an argument is null");
  require_status(status);
  *index = MPI_UNDEFINED;
  *flag = !all.are_active();
  if (*flag)
    return give(status, empty_status());
  *flag = all.find_ended(waits, 1, index);
  if (*flag)
    all.end_one(*index, status);
}

/// Of AM_Waitsome and AM_Testsome.
void end_some(const Several &all, bool waits, int most, int *outcount, int indices[], MPI_Status *statuses) {
  require(outcount && (indices || most == 0), MPI_ERR_ARG, "AutoMap: an argument is null");
  *outcount = MPI_UNDEFINED;
  if (!all.are_active())
    return;
  *outcount = all.find_ended(waits, most, indices);
  all.end_these(*outcount, indices, statuses);
}

} // namespace

extern "C" int AM_Waitany(int count, AM_Request requests[], int *index, MPI_Status *status) {
  return mpi::error_code_of([&] {
    int flag = 0;
    end_any(Several(count, requests, MPI_STATUSES_IGNORE, "AM_Waitany"), true, index, &flag, status);
  });
}

extern "C" int AM_Testany(int count, AM_Request requests[], int *index, int *flag, MPI_Status *status) {
  return mpi::error_code_of([&] {
    end_any(Several(count, requests, MPI_STATUSES_IGNORE, "AM_Testany"), false, index, flag, status);
  });
}

extern "C" int AM_Waitsome(int count, AM_Request requests[], int *outcount, int indices[],
                           MPI_Status *statuses) {
  return mpi::error_code_of([&] {
    end_some(Several(count, requests, statuses, "AM_Waitsome"), true, count, outcount, indices, statuses);
  });
}

extern "C" int AM_Testsome(int count, AM_Request requests[], int *outcount, int indices[],
                           MPI_Status *statuses) {
  return mpi::error_code_of([&] {
    end_some(Several(count, requests, statuses, "AM_Testsome"), false, count, outcount, indices, statuses);
  });
}
