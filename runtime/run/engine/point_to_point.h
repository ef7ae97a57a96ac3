// Messages. Each function serves the calls of the table (runtime/calls/mpi_calls.table) that have its parameters: `real`
// is MPI's own function of the call.
#pragma once

#include "functions.h"
#include "packed.h"
#include "report.h"
#include "requests.h"
#include "types.h"

#include "mpi/messages/choice.h"
#include "mpi/messages/envelope.h"

#include <mpi.h>

#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace automap::run {

/// Returns what a call is to send packed, or nothing if it is left to MPI. The call may be repeated later if it is
/// `persistent`.
std::unique_ptr<PackedToSend> packed_to_send(const Call &call, const void *buffer, MPI_Count count, MPI_Datatype type,
                                             int peer, int tag, MPI_Comm comm, bool persistent = false);

/// The same for a receive.
std::unique_ptr<PackedToReceive> packed_to_receive(const Call &call, void *buffer, MPI_Count count, MPI_Datatype type,
                                                   int peer, int tag, MPI_Comm comm, bool persistent = false);

/// What a nonblocking or persistent message needs.
class PendingMessage final : public PendingCall {
public:
  PendingMessage(std::unique_ptr<PackedToSend> sent, std::unique_ptr<PackedToReceive> received)
      : sent_(std::move(sent)), received_(std::move(received)) {}
  mpi::MpiData sent() const { return sent_->mpi_data(); }
  mpi::MpiData received() const { return received_->guarded_mpi_data(); }
  mpi::MpiData room() const { return received_->mpi_data(); }
  void *data() const { return sent_ ? sent_->mpi_data().data : room().data; }
  void prepare() override {
    if (sent_)
      sent_->pack();
  }
  void finish(const MPI_Status &status) override {
    if (received_)
      received_->unpack(status);
  }

private:
  std::unique_ptr<PackedToSend> sent_;
  std::unique_ptr<PackedToReceive> received_;
};

/// Returns the call with this data, or null if there are none or memory is short: the call is then left to MPI.
std::unique_ptr<PendingMessage> pending_message(std::unique_ptr<PackedToSend> sent,
                                                std::unique_ptr<PackedToReceive> received, bool persistent = false);

template <typename Real, typename Count>
int send(const Call &call, Real real, const void *buf, Count count, MPI_Datatype type, int dest, int tag,
         MPI_Comm comm) {
  const auto packed = packed_to_send(call, buf, count, type, dest, tag, comm);
  if (!packed)
    return real(buf, count, type, dest, tag, comm);
  const mpi::MpiData data = packed->mpi_data();
  return real(data.data, data.count, data.type, dest, tag, comm);
}

template <typename Real, typename Count>
int start_send(const Call &call, Real real, const void *buf, Count count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request, bool persistent = false) {
  auto pending =
      pending_message(packed_to_send(call, buf, count, type, dest, tag, comm, persistent), nullptr, persistent);
  if (!pending)
    return real(buf, count, type, dest, tag, comm, request);
  const mpi::MpiData data = pending->sent();
  const int code = real(data.data, data.count, data.type, dest, tag, comm, request);
  return follow_if_made(code, request, std::move(pending));
}

template <typename Real, typename Count>
int init_send(const Call &call, Real real, const void *buf, Count count, MPI_Datatype type, int dest, int tag,
              MPI_Comm comm, MPI_Request *request) {
  return start_send(call, real, buf, count, type, dest, tag, comm, request, true);
}

template <typename Real, typename Count>
int receive(const Call &call, Real real, void *buf, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
            MPI_Status *status) {
  const auto packed = packed_to_receive(call, buf, count, type, source, tag, comm);
  if (!packed)
    return real(buf, count, type, source, tag, comm, status);
  const mpi::MpiData data = packed->guarded_mpi_data();
  return unpack_after(status, *packed, [&](MPI_Status *filled) {
    return real(data.data, data.count, data.type, source, tag, comm, filled);
  });
}

template <typename Real, typename Count>
int start_receive(const Call &call, Real real, void *buf, Count count, MPI_Datatype type, int source, int tag,
                  MPI_Comm comm, MPI_Request *request, bool persistent = false) {
  auto pending =
      pending_message(nullptr, packed_to_receive(call, buf, count, type, source, tag, comm, persistent), persistent);
  if (!pending)
    return real(buf, count, type, source, tag, comm, request);
  const mpi::MpiData data = pending->received();
  const int code = real(data.data, data.count, data.type, source, tag, comm, request);
  return follow_if_made(code, request, std::move(pending));
}

template <typename Real, typename Count>
int init_receive(const Call &call, Real real, void *buf, Count count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm, MPI_Request *request) {
  return start_receive(call, real, buf, count, type, source, tag, comm, request, true);
}

/// Returns a peer for packed_to_receive(): none if no message was matched.
inline int peer_of(const MPI_Message *message) {
  return *message == MPI_MESSAGE_NO_PROC || *message == MPI_MESSAGE_NULL ? MPI_PROC_NULL : MPI_ANY_SOURCE;
}

template <typename Real, typename Count>
int receive_matched(const Call &call, Real real, void *buf, Count count, MPI_Datatype type, MPI_Message *message,
                    MPI_Status *status) {
  const auto packed = packed_to_receive(call, buf, count, type, peer_of(message), 0, MPI_COMM_SELF);
  if (!packed)
    return real(buf, count, type, message, status);
  const mpi::MpiData data = packed->guarded_mpi_data();
  return unpack_after(status, *packed,
                      [&](MPI_Status *filled) { return real(data.data, data.count, data.type, message, filled); });
}

template <typename Real, typename Count>
int start_matched(const Call &call, Real real, void *buf, Count count, MPI_Datatype type, MPI_Message *message,
                  MPI_Request *request) {
  auto pending =
      pending_message(nullptr, packed_to_receive(call, buf, count, type, peer_of(message), 0, MPI_COMM_SELF));
  if (!pending)
    return real(buf, count, type, message, request);
  const mpi::MpiData data = pending->received();
  return follow_if_made(real(data.data, data.count, data.type, message, request), request, std::move(pending));
}

/// The two sides of a call that sends and receives. A side that is left to MPI has the program's arguments.
template <typename Count> struct BothSides {
  BothSides(const Call &call, const void *sendbuf, Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
            void *recvbuf, Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm)
      : sent(packed_to_send(call, sendbuf, sendcount, sendtype, dest, sendtag, comm)),
        received(packed_to_receive(call, recvbuf, recvcount, recvtype, source, recvtag, comm)), sendbuf(sendbuf),
        sendcount(sendcount), sendtype(sendtype), recvbuf(recvbuf), recvcount(recvcount), recvtype(recvtype) {
    if (sent) {
      const mpi::MpiData data = sent->mpi_data();
      this->sendbuf = data.data, this->sendcount = data.count, this->sendtype = data.type;
    }
    if (received) {
      const mpi::MpiData data = received->guarded_mpi_data();
      this->recvbuf = data.data, this->recvcount = data.count, this->recvtype = data.type;
    }
  }

  std::unique_ptr<PackedToSend> sent;
  std::unique_ptr<PackedToReceive> received;
  const void *sendbuf;
  Count sendcount;
  MPI_Datatype sendtype;
  void *recvbuf;
  Count recvcount;
  MPI_Datatype recvtype;
};

template <typename Real, typename Count>
int send_and_receive(const Call &call, Real real, const void *sendbuf, Count sendcount, MPI_Datatype sendtype, int dest,
                     int sendtag, void *recvbuf, Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                     MPI_Comm comm, MPI_Status *status) {
  const BothSides<Count> sides(call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                               recvtag, comm);
  const auto make_call = [&](MPI_Status *filled) {
    return real(sides.sendbuf, sides.sendcount, sides.sendtype, dest, sendtag, sides.recvbuf, sides.recvcount,
                sides.recvtype, source, recvtag, comm, filled);
  };
  return sides.received ? unpack_after(status, *sides.received, make_call) : make_call(status);
}

/// Returns the sides of a call that sends packed data and receives others in their place, which MPI's own function would
/// have to copy once more; nothing if a side is left to MPI.
inline std::optional<BothSides<int>> sides_to_replace(const Call &call, void *buf, MPI_Count count, MPI_Datatype type,
                                                      int dest, int sendtag, int source, int recvtag, MPI_Comm comm) {
  if (dest == MPI_PROC_NULL || source == MPI_PROC_NULL || !gapped(buf, count, type))
    return std::nullopt;
  const int n = static_cast<int>(count);
  BothSides<int> out(call, buf, n, type, dest, sendtag, buf, n, type, source, recvtag, comm);
  return out.sent && out.received ? std::optional(std::move(out)) : std::nullopt;
}

template <typename Real, typename Count>
int replace(const Call &call, Real real, void *buf, Count count, MPI_Datatype type, int dest, int sendtag, int source,
            int recvtag, MPI_Comm comm, MPI_Status *status) {
  static const auto sendrecv = AUTOMAP_REAL(Sendrecv);
  const auto sides = sides_to_replace(call, buf, count, type, dest, sendtag, source, recvtag, comm);
  if (!sides)
    return real(buf, count, type, dest, sendtag, source, recvtag, comm, status);
  return unpack_after(status, *sides->received, [&](MPI_Status *filled) {
    return sendrecv(sides->sendbuf, sides->sendcount, sides->sendtype, dest, sendtag, sides->recvbuf, sides->recvcount,
                    sides->recvtype, source, recvtag, comm, filled);
  });
}

#if AUTOMAP_MPI_4_CALLS
template <typename Real, typename Count>
int start_both(const Call &call, Real real, const void *sendbuf, Count sendcount, MPI_Datatype sendtype, int dest,
               int sendtag, void *recvbuf, Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
               MPI_Comm comm, MPI_Request *request) {
  BothSides<Count> sides(call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                         recvtag, comm);
  auto pending = pending_message(std::move(sides.sent), std::move(sides.received));
  if (!pending)
    return real(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
                request);
  const int code = real(sides.sendbuf, sides.sendcount, sides.sendtype, dest, sendtag, sides.recvbuf, sides.recvcount,
                        sides.recvtype, source, recvtag, comm, request);
  return follow_if_made(code, request, std::move(pending));
}

template <typename Real, typename Count>
int start_replace(const Call &call, Real real, void *buf, Count count, MPI_Datatype type, int dest, int sendtag,
                  int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
  static const auto isendrecv = AUTOMAP_REAL(Isendrecv);
  auto sides = sides_to_replace(call, buf, count, type, dest, sendtag, source, recvtag, comm);
  auto pending = sides ? pending_message(std::move(sides->sent), std::move(sides->received)) : nullptr;
  if (!pending)
    return real(buf, count, type, dest, sendtag, source, recvtag, comm, request);
  const int code = isendrecv(sides->sendbuf, sides->sendcount, sides->sendtype, dest, sendtag, sides->recvbuf,
                             sides->recvcount, sides->recvtype, source, recvtag, comm, request);
  return follow_if_made(code, request, std::move(pending));
}
#endif

} // namespace automap::run
