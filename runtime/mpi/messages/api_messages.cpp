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
// (way.h), it is used. Messages go in parts (parts.h) where the caller knows better and has said so by
// AM_Comm_set_pipeline. AM_Bcast has AutoMap on all sides, and does work in parts.
#include "automap/automap.h"

#include "choice.h"
#include "keep_alive.h"
#include "message.h"
#include "mpi/base/failure.h"
#include "mpi/base/fragments.h"
#include "mpi/base/named_call.h"
#include "mpi/base/pending.h"
#include "parts.h"
#include "pipeline.h"
#include "plan_of.h"
#include "request.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

using namespace automap;
using layout::Plan;
using mpi::Announcement;
using mpi::bytes_of;
using mpi::bytes_received;
using mpi::check;
using mpi::empty_status;
using mpi::first_byte;
using mpi::Fragments;
using mpi::IncomingParts;
using mpi::KeptWhileWaiting;
using mpi::Message;
using mpi::Outgoing;
using mpi::OutgoingParts;
using mpi::Pipeline;
using mpi::require_arguments;
using mpi::require_status;
using mpi::ThisCall;
using mpi::Travel;
using mpi::Way;

namespace {

/// A buffer without holes, of a datatype that the calling thread has used just before, which MPI takes as it is:
/// what is known at once costs nothing that short messages would feel. `data` is null if that is not so, or if
/// something is wrong; the general way then sees what.
struct InPlace {
  InPlace(const void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm, bool sends) {
    plan = mpi::recent_plan_of(type);
    if (!plan || !buffer || buffer == MPI_IN_PLACE || count <= 0 || peer == MPI_PROC_NULL ||
        comm == MPI_COMM_NULL || plan->size() > INT_MAX)
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

/// Announces a message that is to be sent in parts, perhaps all `at_once`; null if it is sent whole.
[[gnu::noinline]] Outgoing announce(ThisCall call, Pipeline &pipeline, const Plan &plan, const void *buffer,
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

Outgoing announced(ThisCall call, const Plan &plan, const void *buffer, int count, MPI_Datatype type,
                   int dest, int tag, MPI_Comm comm, bool at_once) {
  Pipeline *const pipeline = mpi::pipeline_of(comm);
  return pipeline ? announce(call, *pipeline, plan, buffer, count, type, dest, tag, comm, at_once) : nullptr;
}

/// MPI_Irecv. From MPI_PROC_NULL it has ended at once, and MPICH's would tell of rank 0 and tag 0.
void post(ThisCall calling, AM_Request_s &call, const Plan &plan, void *buffer, int count, MPI_Datatype type,
          int source, int tag, MPI_Comm comm) {
  const Message &message = call.message.emplace(plan, buffer, count, type, source, comm, false);
  if (message.pipeline())
    call.pipeline = message.pipeline()->shared_from_this();
  const mpi::Naming naming = calling.receives(count, type);
  if (source == MPI_PROC_NULL) {
    check(MPI_Recv(message.data(), message.count(), message.type(), source, tag, comm, &call.status));
    call.has_ended = true;
    return;
  }
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
void send_whole(ThisCall call, const Message &message, int count, MPI_Datatype type, int dest, int tag,
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
void receive_first(ThisCall call, int named_count, MPI_Datatype named_type, void *data, int count,
                   MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status &status) {
  MPI_Request request;
  {
    const mpi::Naming naming = call.receives(named_count, named_type);
    if (source == MPI_PROC_NULL || !mpi::others_are_pending())
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
void receive_in_place(ThisCall call, const InPlace &known, Pipeline &pipeline, void *buffer, int count,
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

} // namespace

extern "C" int AM_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  const ThisCall call = AUTOMAP_CALLING;
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
  const ThisCall call = AUTOMAP_CALLING;
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
  const ThisCall call = AUTOMAP_CALLING;
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
        AM_Request_s receive(in_plan, true); // first: if it is refused, nothing is sent
        post(call, receive, in_plan, recvbuf, recvcount, recvtype, source, recvtag, comm);
        const KeptWhileWaiting kept(out_plan);
        const Outgoing parts =
            announced(call, out_plan, sendbuf, sendcount, sendtype, dest, sendtag, comm, false);
        if (parts)
          parts->send();
        else
          send_whole(call, Message(out_plan, sendbuf, sendcount, sendtype, dest, comm, true), sendcount,
                     sendtype, dest, sendtag, comm);
        wait(receive); // if it has failed, the other side has got all, nevertheless
        mpi::give(status, receive.status);
        receive.end();
        if (parts)
          parts->finish();
      },
      comm);
}

extern "C" int AM_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                        AM_Request *request) {
  const ThisCall call = AUTOMAP_CALLING;
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require_arguments(request);
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
  const ThisCall call = AUTOMAP_CALLING;
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require_arguments(request);
        auto made = std::make_unique<AM_Request_s>(plan, true);
        post(call, *made, plan, buf, count, type, source, tag, comm);
        *request = made.release();
      },
      comm);
}
