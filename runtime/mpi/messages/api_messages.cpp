// Messages of packed data in the public C API. See automap/automap.h.
//
// A message is packed here and sent as MPI_PACKED. MPI moves this as one block, and it matches the ordinary datatype on
// the other side (MPI 4.0, section 5.2): the packed data are those of MPI_Pack. Data that are contiguous in memory are
// sent and received in place.
//
// A message is packed as a whole before it is sent. To pack one part while another one travels, it must
// become several messages. Only AM_Recv can receive these: MPI_Recv would take only the first part, MPI_Probe
// would report its length, and wildcards would match the others. The sender does not know which call receives
// before the message has been matched, and then it is too late. MPI may read all of a send buffer as soon as
// the send has begun, so nothing can be packed into it meanwhile. Partitioned communication allows that, but
// matches only partitioned receives. MPI's own packing has no such limits; it is used if it is faster
// (choice.h). Messages go in parts (parts.h) only if AM_Comm_set_pipeline says that AM_Recv receives them.
// AM_Bcast has AutoMap on all sides, so it works in parts.
#include "automap/automap.h"

#include "choice.h"
#include "envelope.h"
#include "keep_alive.h"
#include "message_buffer.h"
#include "mpi/base/failure.h"
#include "mpi/base/named_call.h"
#include "mpi/base/pending.h"
#include "mpi/guarded_room.h"
#include "parts.h"
#include "pipeline.h"
#include "plan_of.h"
#include "request.h"

#include <algorithm>
#include <cstring>
#include <memory>

using namespace automap;
using layout::Plan;
using mpi::bytes_received;
using mpi::check_call;
using mpi::check_started;
using mpi::Choice;
using mpi::Envelope;
using mpi::GuardedRoom;
using mpi::IncomingParts;
using mpi::KeepAlive;
using mpi::MessageBuffer;
using mpi::MpiData;
using mpi::Naming;
using mpi::Outgoing;
using mpi::OutgoingParts;
using mpi::PartsAnnouncement;
using mpi::require_arguments;
using mpi::require_fits;
using mpi::require_status;
using Kind = Choice::Kind;

namespace {

/// Does what MPI_Wait does, and carries on receives meanwhile.
void wait(MPI_Request &request, MPI_Status *status) {
  for (int done = 0; check_call(MPI_Test(&request, &done, status)), !done;)
    mpi::carry_on_others();
}

/// Does what MPI_Send does, and carries on receives meanwhile.
inline void send(const Envelope &envelope, const MpiData &sent) {
  MPI_Request request = MPI_REQUEST_NULL;
  {
    const Naming naming = envelope.name_sent();
    if (!mpi::others_are_pending())
      return check_call(MPI_Send(sent.data, sent.count, sent.type, envelope.peer, envelope.tag, envelope.comm));
    check_started(MPI_Isend(sent.data, sent.count, sent.type, envelope.peer, envelope.tag, envelope.comm, &request),
                  &request);
  }
  wait(request, MPI_STATUS_IGNORE);
}

/// Calls receive(room, status), which receives from `peer`, with a room that the message cannot leave.
template <typename Receive> void guard(const MpiData &room, int peer, MPI_Status *status, Receive receive) {
  if (!GuardedRoom::is_needed_for(room.type, peer))
    return receive(room, status);
  GuardedRoom guarded(room.data, room.count, room.type);
  MPI_Status mine, *const filled = status == MPI_STATUS_IGNORE ? &mine : status;
  check_call(guarded.open());
  receive(MpiData{guarded.place(), guarded.count(), guarded.type()}, filled);
  require_fits(guarded.close(bytes_received(*filled)));
}

/// Does what MPI_Recv does, and carries on other receives meanwhile.
inline void receive(const Envelope &envelope, const MpiData &into, MPI_Status *status) {
  guard(into, envelope.peer, status, [&](const MpiData &room, MPI_Status *filled) {
    MPI_Request request = MPI_REQUEST_NULL;
    {
      const Naming naming = envelope.name_received();
      if (envelope.peer == MPI_PROC_NULL || !mpi::others_are_pending())
        return check_call(
            MPI_Recv(room.data, room.count, room.type, envelope.peer, envelope.tag, envelope.comm, filled));
      check_started(MPI_Irecv(room.data, room.count, room.type, envelope.peer, envelope.tag, envelope.comm, &request),
                    &request);
    }
    wait(request, filled);
  });
}

Outgoing announce(const Choice &choice, const Plan &plan, const void *buffer, const Envelope &envelope) {
  return Outgoing(new OutgoingParts(choice.pipeline->shared_from_this(), plan, buffer, envelope, choice.part_bytes));
}

// Functions that short messages without holes do not need are not inlined. This makes these messages a few nanoseconds
// faster.

[[gnu::noinline]] Outgoing send_parts(const Choice &choice, const Plan &plan, const void *buffer,
                                      const Envelope &envelope) {
  Outgoing parts = announce(choice, plan, buffer, envelope);
  const KeepAlive plan_lives(plan);
  parts->send();
  return parts;
}

[[gnu::noinline]] void send_whole(const Plan &plan, const void *buffer, const Envelope &envelope) {
  send(envelope, MessageBuffer(plan, buffer, envelope, true).mpi_data());
}

/// Sends as chosen. Returns the parts, which the caller must finish, or null if there are none.
inline Outgoing send(const Choice &choice, const Plan &plan, const void *buffer, const Envelope &envelope) {
  switch (choice.kind) {
  case Kind::in_place:
    send(envelope, choice.in_place);
    break;
  case Kind::in_parts:
    return send_parts(choice, plan, buffer, envelope);
  case Kind::whole:
    send_whole(plan, buffer, envelope);
  }
  return nullptr;
}

void receive_parts(IncomingParts &parts, MPI_Status &status) {
  while (!parts.advance(!mpi::others_are_pending()))
    mpi::carry_on_others();
  parts.complete(status);
}

/// Receives data without holes, or the announcement of their parts. Receives into their place, or into memory with room
/// for an announcement if the place is shorter.
[[gnu::noinline]] void receive_in_place_or_parts(const Choice &choice, const Plan &plan, void *buffer,
                                                 const Envelope &envelope, MPI_Status &status) {
  char room[PartsAnnouncement::longest];
  const auto &[data, most_bytes, type] = choice.in_place;
  void *const place = most_bytes < PartsAnnouncement::longest ? room : data;
  const int room_bytes = std::max(most_bytes, PartsAnnouncement::longest);
  const KeepAlive plan_lives(plan, choice.pipeline);
  receive(envelope, {place, room_bytes, type}, &status);
  const int bytes = bytes_received(status);
  mpi::check_received(bytes, room_bytes);
  if (PartsAnnouncement::may_be(bytes)) {
    PartsAnnouncement received;
    std::memcpy(&received, place, sizeof received);
    if (const auto parts = parts_of(received, status.MPI_SOURCE, *choice.pipeline, plan, buffer, envelope.count))
      return receive_parts(*parts, status);
  }
  if (bytes > most_bytes)
    throw mpi::truncation_failure(*choice.pipeline);
  if (place == room)
    std::memcpy(data, room, static_cast<std::size_t>(bytes));
}

[[gnu::noinline]] void receive_whole(const Plan &plan, void *buffer, const Envelope &envelope, MPI_Status &status) {
  const MessageBuffer message(plan, buffer, envelope, false);
  const KeepAlive plan_lives(plan, message.pipeline());
  receive(envelope, message.mpi_data(), &status);
  if (const std::unique_ptr<IncomingParts> parts = message.unpack(status))
    receive_parts(*parts, status);
}

/// Starts a receive. From MPI_PROC_NULL, the receive ends at once: after MPI_Irecv, MPICH would report rank 0 and tag
/// 0.
void post(AM_Request_s &call, const Plan &plan, void *buffer, const Envelope &envelope) {
  const MessageBuffer &message = call.message.emplace(plan, buffer, envelope, false);
  if (message.pipeline())
    call.pipeline = message.pipeline()->shared_from_this();
  MpiData room = message.mpi_data();
  if (GuardedRoom::is_needed_for(room.type, envelope.peer)) {
    GuardedRoom &guarded = call.guarded.emplace(room.data, room.count, room.type);
    check_call(guarded.open());
    room = {guarded.place(), guarded.count(), guarded.type()};
  }
  const Naming naming = envelope.name_received();
  if (envelope.peer == MPI_PROC_NULL) {
    check_call(MPI_Recv(room.data, room.count, room.type, envelope.peer, envelope.tag, envelope.comm, &call.status));
    call.has_ended = true;
    return;
  }
  check_started(MPI_Irecv(room.data, room.count, room.type, envelope.peer, envelope.tag, envelope.comm, &call.request),
                &call.request);
  if (message.may_be_in_parts())
    call.share();
}

/// Sends as chosen while a receive is under way. The receive comes first: if it is refused, nothing is sent.
[[gnu::noinline]] void send_and_receive(const Choice &to_send, const Plan &out_plan, const void *sent,
                                        const Envelope &out, const Plan &in_plan, void *received, const Envelope &in,
                                        MPI_Status *status) {
  AM_Request_s receive(in_plan, true);
  post(receive, in_plan, received, in);
  const Outgoing parts = send(to_send, out_plan, sent, out);
  wait(receive); // even if it fails, the other side has got everything
  mpi::copy_status(receive.status, status);
  receive.end();
  if (parts)
    parts->finish();
}

} // namespace

extern "C" int AM_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  const Envelope envelope{AUTOMAP_CALLING, count, type, dest, tag, comm};
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        if (const Outgoing parts = send(choose_to_send(plan, buf, envelope, false), plan, buf, envelope))
          parts->finish();
      },
      comm);
}

extern "C" int AM_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                       MPI_Status *status) {
  const Envelope envelope{AUTOMAP_CALLING, count, type, source, tag, comm};
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require_status(status);
        MPI_Status mine, *const filled = status == MPI_STATUS_IGNORE ? &mine : status;
        const Choice choice = choose_to_receive(plan, buf, envelope);
        switch (choice.kind) {
        case Kind::in_place:
          return receive(envelope, choice.in_place, status);
        case Kind::in_parts:
          return receive_in_place_or_parts(choice, plan, buf, envelope, *filled);
        case Kind::whole:
          return receive_whole(plan, buf, envelope, *filled);
        }
      },
      comm);
}

extern "C" int AM_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                           void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                           MPI_Status *status) {
  const Envelope out{AUTOMAP_CALLING, sendcount, sendtype, dest, sendtag, comm},
      in{out.call, recvcount, recvtype, source, recvtag, comm};
  return mpi::with_plan_of(
      sendtype,
      [&](const Plan &out_plan) {
        require_status(status);
        const Plan *const recent = mpi::recent_plan_of(recvtype), &in_plan = recent ? *recent : mpi::plan_of(recvtype);
        const Choice to_send = choose_to_send(out_plan, sendbuf, out, false),
                     to_receive = choose_to_receive(in_plan, recvbuf, in);
        if (to_send.kind == Kind::in_place && to_receive.kind == Kind::in_place && !mpi::others_are_pending()) {
          const MpiData &sent = to_send.in_place;
          return guard(to_receive.in_place, source, status, [&](const MpiData &room, MPI_Status *filled) {
            const Naming naming(out.call.name, out.call.address, {sendtype, sendcount}, {recvtype, recvcount});
            check_call(MPI_Sendrecv(sent.data, sent.count, sent.type, dest, sendtag, room.data, room.count, room.type,
                                    source, recvtag, comm, filled));
          });
        }
        send_and_receive(to_send, out_plan, sendbuf, out, in_plan, recvbuf, in, status);
      },
      comm);
}

extern "C" int AM_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                        AM_Request *request) {
  const Envelope envelope{AUTOMAP_CALLING, count, type, dest, tag, comm};
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require_arguments(request);
        auto call = std::make_unique<AM_Request_s>(plan, false);
        const auto start = [&](const MpiData &sent) {
          const Naming naming = envelope.name_sent();
          check_started(MPI_Isend(sent.data, sent.count, sent.type, dest, tag, comm, &call->request), &call->request);
        };
        const Choice choice = choose_to_send(plan, buf, envelope, true);
        switch (choice.kind) {
        case Kind::in_place:
          start(choice.in_place);
          break;
        case Kind::in_parts:
          call->outgoing = announce(choice, plan, buf, envelope);
          call->outgoing->start();
          call->status = mpi::empty_status();
          break;
        case Kind::whole:
          start(call->message.emplace(plan, buf, envelope, true).mpi_data());
        }
        *request = call.release();
      },
      comm);
}

extern "C" int AM_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                        AM_Request *request) {
  const Envelope envelope{AUTOMAP_CALLING, count, type, source, tag, comm};
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        require_arguments(request);
        auto call = std::make_unique<AM_Request_s>(plan, true);
        post(*call, plan, buf, envelope);
        *request = call.release();
      },
      comm);
}
