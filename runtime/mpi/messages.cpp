// Messages of packed data in the public C API. See automap/automap.h.
//
// A message is packed here and sent as MPI_PACKED, which MPI moves as one block whatever it contains, and
// which matches the ordinary datatype on the other side (MPI 4.0, section 5.2): the packed data are those of
// MPI_Pack. What is contiguous in memory is sent from there, and received there.
#include "automap/automap.h"

#include "buffers.h"
#include "decode.h"
#include "encode.h"
#include "failure.h"
#include "plan_of.h"

#include "layout/checked.h"
#include "layout/dataloop/dense.h"

#include <climits>

using namespace automap;
using layout::Plan;
using mpi::Buffer;
using mpi::check;
using mpi::UsageFailure;

namespace {

/// What MPI packs as fast as AutoMap does, and then in the message itself: long contiguous parts, and, in
/// Open MPI, long vectors of 8 bytes or more.
bool is_fast_in_mpi(const Plan &plan, std::int64_t size) {
  constexpr std::int64_t long_part = 512;
  if (plan.is_contiguous(1))
    return false;
  const layout::Dataloop &loop = plan.loops()[plan.loops().one().loop];
#ifdef OPEN_MPI
  constexpr std::int64_t long_vector = 1 << 20;
  if (size >= long_vector && loop.leaf && loop.kind == layout::Dataloop::Kind::vector &&
      loop.block_bytes >= 8)
    return true;
#else
  (void)size;
#endif
  return plan.size() / loop.pieces >= long_part;
}

/// How some items are sent or received: as bytes in place, packed, or by MPI as what they are.
class Message {
public:
  /// Outgoing if `packs`. `buffer` is not written if so. Ranks that must do the same may not leave it to MPI.
  Message(const Plan &plan, const void *buffer, int count, bool packs, bool may_be_by_mpi = true)
      : plan_(plan), count_(count) {
    if (count < 0)
      throw UsageFailure(MPI_ERR_COUNT, "AutoMap: a count is negative");
    buffer_ = const_cast<void *>(buffer);
    size_ = layout::checked_multiply(count, plan.size());
    if (size_ > INT_MAX || (may_be_by_mpi && is_fast_in_mpi(plan, size_))) {
      by_mpi_ = true;
    } else if (plan.is_contiguous(count)) {
      data_ = size_ > 0 ? layout::moved(static_cast<char *>(buffer_), plan.true_lower_bound()) : nullptr;
    } else {
      packed_ = Buffer(static_cast<std::size_t>(size_));
      data_ = packed_.data();
      if (packs)
        plan.pack(buffer_, count, 0, size_, data_);
    }
  }

  /// MPI is given the datatype.
  bool by_mpi() const { return by_mpi_; }
  char *data() const { return data_; }
  int size() const { return static_cast<int>(size_); }

  /// Incoming: what was received, which may be less than there is room for, goes to its places.
  void unpack(const MPI_Status &status) const {
    int bytes = 0;
    check(MPI_Get_count(&status, MPI_PACKED, &bytes));
    if (packed_.data() && bytes > 0)
      plan_.unpack(data_, 0, bytes, buffer_, count_);
  }
  void unpack() const {
    if (packed_.data())
      plan_.unpack(data_, 0, size_, buffer_, count_);
  }

private:
  const Plan &plan_;
  void *buffer_;
  int count_;
  std::int64_t size_ = 0;
  bool by_mpi_ = false;
  Buffer packed_;
  char *data_ = nullptr;
};

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

template <typename Start>
int start(const void *buffer, int count, MPI_Datatype type, bool receives, AM_Request *request, Start start) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    if (!request)
      throw UsageFailure(MPI_ERR_ARG, "AutoMap: an argument is null");
    std::unique_ptr<AM_Request_s> made(
        new AM_Request_s{plan.shared_from_this(), Message(plan, buffer, count, !receives), receives});
    start(made->message, &made->request);
    *request = made.release();
  });
}

/// Ends a call whose MPI request has ended with `status`.
void finish(AM_Request &request, const MPI_Status &status) {
  const std::unique_ptr<AM_Request_s> ended(std::exchange(request, AM_REQUEST_NULL));
  if (ended->receives && !ended->message.by_mpi())
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

} // namespace

extern "C" int AM_Dense(MPI_Datatype type, MPI_Datatype *dense) {
  return mpi::error_code_of([&] {
    if (!dense)
      throw UsageFailure(MPI_ERR_ARG, "AutoMap: an argument is null");
    const mpi::Decoded decoded = mpi::decode(type);
    const layout::TypeTree tree = layout::dense(decoded.tree);
    *dense = mpi::encode(tree, {0, tree.data_bytes()}, decoded.precise_types);
  });
}

extern "C" int AM_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    const Message message(plan, buf, count, true);
    check(message.by_mpi() ? MPI_Send(buf, count, type, dest, tag, comm)
                           : MPI_Send(message.data(), message.size(), MPI_PACKED, dest, tag, comm));
  });
}

extern "C" int AM_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                       MPI_Status *status) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    const Message message(plan, buf, count, false);
    MPI_Status mine;
    if (message.by_mpi()) {
      check(MPI_Recv(buf, count, type, source, tag, comm, &mine));
    } else {
      check(MPI_Recv(message.data(), message.size(), MPI_PACKED, source, tag, comm, &mine));
      message.unpack(mine);
    }
    give(status, mine);
  });
}

extern "C" int AM_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                           void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                           MPI_Comm comm, MPI_Status *status) {
  return mpi::error_code_of([&] {
    const Message out(mpi::plan_of(sendtype), sendbuf, sendcount, true);
    const Message in(mpi::plan_of(recvtype), recvbuf, recvcount, false);
    MPI_Status mine;
    check(MPI_Sendrecv(out.by_mpi() ? sendbuf : out.data(), out.by_mpi() ? sendcount : out.size(),
                       out.by_mpi() ? sendtype : MPI_PACKED, dest, sendtag, in.by_mpi() ? recvbuf : in.data(),
                       in.by_mpi() ? recvcount : in.size(), in.by_mpi() ? recvtype : MPI_PACKED, source,
                       recvtag, comm, &mine));
    if (!in.by_mpi())
      in.unpack(mine);
    give(status, mine);
  });
}

extern "C" int AM_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    int rank = 0;
    check(MPI_Comm_rank(comm, &rank));
    const Message message(plan, buffer, count, rank == root, false);
    if (message.by_mpi())
      return check(MPI_Bcast(buffer, count, type, root, comm));
    check(MPI_Bcast(message.data(), message.size(), MPI_PACKED, root, comm));
    if (rank != root)
      message.unpack();
  });
}

extern "C" int AM_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                        AM_Request *request) {
  return start(buf, count, type, false, request, [&](const Message &message, MPI_Request *mpi_request) {
    check(message.by_mpi()
              ? MPI_Isend(buf, count, type, dest, tag, comm, mpi_request)
              : MPI_Isend(message.data(), message.size(), MPI_PACKED, dest, tag, comm, mpi_request));
  });
}

extern "C" int AM_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                        AM_Request *request) {
  return start(buf, count, type, true, request, [&](const Message &message, MPI_Request *mpi_request) {
    check(message.by_mpi()
              ? MPI_Irecv(buf, count, type, source, tag, comm, mpi_request)
              : MPI_Irecv(message.data(), message.size(), MPI_PACKED, source, tag, comm, mpi_request));
  });
}

extern "C" int AM_Wait(AM_Request *request, MPI_Status *status) {
  return mpi::error_code_of([&] {
    if (!request)
      throw UsageFailure(MPI_ERR_ARG, "AutoMap: an argument is null");
    wait(*request, status);
  });
}

extern "C" int AM_Waitall(int count, AM_Request requests[], MPI_Status statuses[]) {
  return mpi::error_code_of([&] {
    if (count < 0)
      throw UsageFailure(MPI_ERR_COUNT, "AutoMap: a count is negative");
    if (count > 0 && !requests)
      throw UsageFailure(MPI_ERR_ARG, "AutoMap: an argument is null");
    for (int i = 0; i < count; ++i)
      wait(requests[i], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i]);
  });
}

extern "C" int AM_Test(AM_Request *request, int *flag, MPI_Status *status) {
  return mpi::error_code_of([&] {
    if (!request || !flag)
      throw UsageFailure(MPI_ERR_ARG, "AutoMap: an argument is null");
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
