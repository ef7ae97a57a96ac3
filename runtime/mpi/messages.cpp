// Messages of packed data in the public C API. See automap/automap.h.
//
// A message is packed here and sent as MPI_PACKED, which MPI moves as one block whatever it contains, and
// which matches the ordinary datatype on the other side (MPI 4.0, section 5.2): the packed data are those of
// MPI_Pack. What is contiguous in memory is sent from there, and received there.
//
// A message is packed as a whole before it is sent. To pack one part while another one travels, it would have
// to be several messages, and those come out wrong on the other side unless that is AM_Recv: a plain MPI_Recv
// takes the first part alone, MPI_Probe tells its length, wildcards match the others. Nobody knows what the
// other side is before the message has been matched, and then it is too late: MPI may read all of a send
// buffer as soon as the send has begun, so that nothing can be packed into it meanwhile. Partitioned
// communication does allow that, but matches partitioned receives alone. MPI's own packing has no such limits;
// where it is faster (is_fast_in_mpi), it is used. AM_Bcast has AutoMap on all sides, and does work in parts.
//
// What the estimates choose wrongly costs little: data that are left to MPI take as long as with MPI, and a
// packed message what one without holes does and AM_Pack and AM_Unpack beside. The environment variable
// AUTOMAP_SEND (mpi, packed) overrules them where MPI packs better than here, or worse.
#include "automap/automap.h"

#include "buffers.h"
#include "decode.h"
#include "encode.h"
#include "failure.h"
#include "plan_of.h"

#include "layout/checked.h"
#include "layout/dataloop/dense.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <optional>
#include <string_view>

using namespace automap;
using layout::Plan;
using mpi::Buffer;
using mpi::check;
using mpi::require;

namespace {

// Estimates of time in nanoseconds, from test/bench/messages, two ranks that share memory: what MPI_Send takes
// for data with holes, and AM_Send beyond what it has in common with that.
#ifdef OPEN_MPI
constexpr double hole_message = 0, equally_spaced_part = 2.7, other_part = 6.5, long_byte = 0.7;
constexpr std::int64_t least_single_copy = (4 << 10) - 48; // its limit, less headers
#else                                                      // MPICH
constexpr double hole_message = 350, equally_spaced_part = 12, other_part = 12, long_byte = 0.4;
constexpr std::int64_t least_single_copy = 16 << 10;
#endif

/// Packed data travel as one message, or in parts that stay in the caches.
enum class Travel { whole, in_parts };

/// What packing and unpacking take. Long messages without holes, as packed ones are, cross from one process to
/// the other by calls of the system, which take longer than copies by way of shared memory do; and packed data
/// longer than the caches travel through memory twice more.
double packing_time(std::int64_t size, Travel travel) {
  constexpr std::int64_t longer_than_caches = 4 << 20;
  const auto bytes = static_cast<double>(size);
  if (size < least_single_copy)
    return 0.1 * bytes;
  return size < longer_than_caches || travel == Travel::in_parts ? 1500 + 0.145 * bytes : long_byte * bytes;
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
std::optional<Way> wanted_way() {
  const char *text = std::getenv("AUTOMAP_SEND");
  const std::string_view name = text ? text : "";
  require(name.empty() || name == "mpi" || name == "packed", MPI_ERR_ARG,
          "AutoMap: AUTOMAP_SEND is neither mpi nor packed");
  return name == "mpi"      ? std::optional(Way::by_mpi)
         : name == "packed" ? std::optional(Way::packed)
                            : std::nullopt;
}

Way way_of(const Plan &plan, int count, std::int64_t size, Travel travel) {
  if (size > INT_MAX && travel == Travel::whole)
    return Way::by_mpi;
  if (plan.is_contiguous(count))
    return Way::in_place;
  static const std::optional<Way> wanted = wanted_way();
  return wanted ? *wanted : is_fast_in_mpi(plan, count, size, travel) ? Way::by_mpi : Way::packed;
}

std::int64_t bytes_of(const Plan &plan, int count) {
  require(count >= 0, MPI_ERR_COUNT, "AutoMap: a count is negative");
  return layout::checked_multiply(count, plan.size());
}

char *first_byte(const Plan &plan, void *buffer, std::int64_t size) {
  return size > 0 ? layout::moved(static_cast<char *>(buffer), plan.true_lower_bound()) : nullptr;
}

/// What MPI is given for a buffer.
class Message {
public:
  /// Outgoing if `packs`: then `buffer` is not written. Else what is received is to be unpacked.
  Message(const Plan &plan, const void *buffer, int count, MPI_Datatype type, int peer, bool packs)
      : plan_(plan), buffer_(const_cast<void *>(buffer)), count_(count), size_(bytes_of(plan, count)),
        way_(peer == MPI_PROC_NULL ? Way::by_mpi : way_of(plan, count, size_, Travel::whole)),
        packed_(way_ == Way::packed ? static_cast<std::size_t>(size_) : 0),
        type_(way_ == Way::by_mpi ? type : MPI_PACKED) {
    if (peer != MPI_PROC_NULL) // there, MPI accepts what it likes
      mpi::require_buffer(plan, buffer, size_);
    if (packs && way_ == Way::packed)
      plan.pack(buffer_, count_, 0, size_, packed_.data());
  }

  void *data() const {
    return way_ == Way::by_mpi   ? buffer_
           : way_ == Way::packed ? packed_.data()
                                 : first_byte(plan_, buffer_, size_);
  }
  int count() const { return way_ == Way::by_mpi ? count_ : static_cast<int>(size_); }
  MPI_Datatype type() const { return type_; }

  /// What was received, which may be less than there is room for, goes to its places.
  void unpack(const MPI_Status &status) const {
    if (way_ != Way::packed)
      return;
    int bytes = 0;
    check(MPI_Get_count(&status, MPI_PACKED, &bytes));
    if (bytes > 0)
      plan_.unpack(packed_.data(), 0, bytes, buffer_, count_);
  }

private:
  const Plan &plan_;
  void *buffer_;
  int count_;
  std::int64_t size_;
  Way way_;
  Buffer packed_;
  MPI_Datatype type_;
};

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
struct AM_Request_s {
  std::shared_ptr<const Plan> plan; // the datatype may be freed meanwhile
  Message message;
  bool receives;
  MPI_Request request = MPI_REQUEST_NULL;
};

namespace {

/// MPI_Isend or MPI_Irecv by start(message, request).
template <typename Start>
int start(const void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm, bool receives,
          AM_Request *request, Start start) {
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require(request, MPI_ERR_ARG, "AutoMap: an argument is null");
        std::unique_ptr<AM_Request_s> made(new AM_Request_s{
            plan.shared_from_this(), Message(plan, buffer, count, type, peer, !receives), receives});
        check(start(made->message, &made->request));
        *request = made.release();
      },
      comm);
}

/// Ends a call whose MPI request has ended with `status`.
void finish(AM_Request &request, const MPI_Status &status) {
  const std::unique_ptr<AM_Request_s> ended(std::exchange(request, AM_REQUEST_NULL));
  if (ended->receives)
    ended->message.unpack(status);
}

/// MPI's own call has failed: the request is gone.
void require_success(int code, AM_Request &request) {
  if (code != MPI_SUCCESS)
    delete std::exchange(request, AM_REQUEST_NULL);
  check(code);
}

MPI_Status empty_status() {
  MPI_Status out;
  int flag = 0;
  MPI_Request none = MPI_REQUEST_NULL;
  check(MPI_Test(&none, &flag, &out));
  return out;
}

void wait(AM_Request &request, MPI_Status *status) {
  if (request == AM_REQUEST_NULL)
    return give(status, empty_status());
  MPI_Status mine;
  require_success(MPI_Wait(&request->request, &mine), request);
  finish(request, mine);
  give(status, mine);
}

/// Whether a broadcast goes packed, the same on all ranks, whose datatypes need not have the same holes: if any
/// has holes for which that is better, or if the datatypes differ in size, for Open MPI cuts long broadcasts at
/// multiples of that, on each rank by its own. What is so short that asking takes too long does.
bool is_packed(const Plan &plan, int count, std::int64_t size, MPI_Comm comm) {
  constexpr std::int64_t least_asked = 32 << 10;
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
  constexpr std::int64_t longest_part = 1 << 20; // the caches hold it until it is unpacked
  const bool copies = !plan.is_contiguous(count);
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
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        const Message message(plan, buf, count, type, dest, true);
        check(MPI_Send(message.data(), message.count(), message.type(), dest, tag, comm));
      },
      comm);
}

extern "C" int AM_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                       MPI_Status *status) {
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        const Message message(plan, buf, count, type, source, false);
        MPI_Status mine, *const filled = status == MPI_STATUS_IGNORE ? &mine : status;
        check(MPI_Recv(message.data(), message.count(), message.type(), source, tag, comm, filled));
        message.unpack(*filled);
      },
      comm);
}

extern "C" int AM_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                           void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                           MPI_Comm comm, MPI_Status *status) {
  return mpi::error_code_of(
      [&] {
        const Message out(mpi::plan_of(sendtype), sendbuf, sendcount, sendtype, dest, true);
        const Message in(mpi::plan_of(recvtype), recvbuf, recvcount, recvtype, source, false);
        MPI_Status mine, *const filled = status == MPI_STATUS_IGNORE ? &mine : status;
        check(MPI_Sendrecv(out.data(), out.count(), out.type(), dest, sendtag, in.data(), in.count(),
                           in.type(), source, recvtag, comm, filled));
        in.unpack(*filled);
      },
      comm);
}

extern "C" int AM_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
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
  return start(
      buf, count, type, dest, comm, false, request, [&](const Message &message, MPI_Request *mpi_request) {
        return MPI_Isend(message.data(), message.count(), message.type(), dest, tag, comm, mpi_request);
      });
}

extern "C" int AM_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                        AM_Request *request) {
  return start(
      buf, count, type, source, comm, true, request, [&](const Message &message, MPI_Request *mpi_request) {
        return MPI_Irecv(message.data(), message.count(), message.type(), source, tag, comm, mpi_request);
      });
}

extern "C" int AM_Wait(AM_Request *request, MPI_Status *status) {
  return mpi::error_code_of([&] {
    require(request, MPI_ERR_ARG, "AutoMap: an argument is null");
    require_status(status);
    wait(*request, status);
  });
}

extern "C" int AM_Waitall(int count, AM_Request requests[], MPI_Status statuses[]) {
  return mpi::error_code_of([&] {
    require(count >= 0, MPI_ERR_COUNT, "AutoMap: a count is negative");
    require(count == 0 || requests, MPI_ERR_ARG, "AutoMap: an argument is null");
    require(count == 0 || statuses || statuses == MPI_STATUSES_IGNORE, MPI_ERR_ARG,
            "AutoMap: an argument is null");
    for (int i = 0; i < count; ++i)
      wait(requests[i], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i]);
  });
}

extern "C" int AM_Test(AM_Request *request, int *flag, MPI_Status *status) {
  return mpi::error_code_of([&] {
    require(request && flag, MPI_ERR_ARG, "AutoMap: an argument is null");
    require_status(status);
    MPI_Status mine = empty_status();
    int done = 1;
    if (*request != AM_REQUEST_NULL) {
      require_success(MPI_Test(&(*request)->request, &done, &mine), *request);
      if (done)
        finish(*request, mine);
    }
    if (done)
      give(status, mine);
    *flag = done;
  });
}
