// Point-to-point calls. If threads run at the same time, blocking calls become a nonblocking one and a wait. So
// messages and their records, or receives and their places, have one order for all threads.
#include "check/compare/local_parts.h"
#include "check/compare/pairing.h"
#include "check/compare/travel.h"
#include "check/compare/waiting.h"
#include "wrap.h"

#include <array>
#include <vector>

namespace automap::check {
namespace {

/// What a call says about a message that it sends or receives.
struct Message {
  std::int64_t count;
  MPI_Datatype type;
  int peer, tag;
};

/// Watches a send. The constructor sends the record, under the lock that is held until the message is under way.
/// note_returned() then takes what the sending call has returned.
class SendWatch {
public:
  SendWatch(Checker &checker, Call call, const Message &message, MPI_Comm comm)
      : checker_(checker), destination_(message.peer), tag_(message.tag) {
    if (destination_ == MPI_PROC_NULL)
      return;
    const ArgumentRef &argument = checker.sent(call, message.type, message.count);
    communicator_ = checker.communicators.find(comm);
    if (!communicator_)
      ++checker.counters.skipped;
    else if (argument->part.refused)
      refused_ = argument;
    else
      send_record(checker, *communicator_, argument, destination_, tag_);
    checker.begin_send();
  }

  void note_returned(int code) {
    checker_.end_send();
    if (!communicator_)
      return;
    if (refused_ && code == MPI_SUCCESS)
      send_record(checker_, *communicator_, refused_, destination_, tag_);
    else if (!refused_ && code != MPI_SUCCESS && error_class(code) != MPI_ERR_TRUNCATE)
      checker_.distrust_me(); // there is a record, but perhaps no message
  }

private:
  Checker &checker_;
  int destination_, tag_;
  Communicator *communicator_ = nullptr;
  ArgumentRef refused_; // MPI is likely to refuse it, so the record is sent only if it does not
};

template <typename Mpi, typename Immediate, typename Count>
int send(Call call, Mpi mpi, Immediate immediate, const void *buffer, Count count, MPI_Datatype type, int destination,
         int tag, MPI_Comm comm) {
  Checker *const checker = check::checker();
  if (!checker || destination == MPI_PROC_NULL)
    return mpi();
  const InCall in_call;
  int code = MPI_SUCCESS;
  if (!checker->threaded) {
    SendWatch send_watch(*checker, call, {count, type, destination, tag}, comm);
    code = mpi();
    send_watch.note_returned(code);
    send_due_groups(*checker);
    return code;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  {
    const Lock lock(*checker);
    SendWatch send_watch(*checker, call, {count, type, destination, tag}, comm);
    code = immediate(buffer, count, type, destination, tag, comm, &request);
    send_watch.note_returned(code);
    send_due_groups(*checker);
  }
  return code == MPI_SUCCESS ? PMPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

template <typename Mpi>
int start_send(Call call, Mpi mpi, std::int64_t count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
               const MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || destination == MPI_PROC_NULL)
    return follow_none(mpi(), request);
  const Lock lock(*checker);
  SendWatch send_watch(*checker, call, {count, type, destination, tag}, comm);
  const int code = mpi();
  send_watch.note_returned(code);
  return follow_end(call, code, request);
}

/// Notes a persistent send that a call has made.
int init_send(Call call, int code, std::int64_t count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
              const MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || destination == MPI_PROC_NULL || code != MPI_SUCCESS)
    return follow_none(code, request);
  const Lock lock(*checker);
  FollowedRef followed;
  const ArgumentRef &argument = checker->sent(call, type, count);
  if (const CommunicatorRef &known = checker->communicators.find_ref(comm)) {
    followed = checker->requests.make();
    followed->kind = FollowedRequest::Kind::persistent_send;
    followed->communicator = known;
    followed->argument = argument;
    followed->envelope = {destination, tag};
  } else {
    ++checker->counters.skipped;
  }
  follow(*checker, *request, std::move(followed));
  return code;
}

/// Watches a receive of a call that waits for it.
class ReceiveWatch {
public:
  /// `buffer` is compared with those of pending receives, if it is not null.
  ReceiveWatch(Checker &checker, Call call, const void *buffer, const Message &message, MPI_Comm comm)
      : checker_(checker), pattern_(pattern_of(message.peer, message.tag)) {
    const Lock lock(checker_);
    argument_ = checker.received(call, message.type, message.count);
    if (buffer)
      check_buffer(checker, *argument_, buffer);
    communicator_ = checker.communicators.find_ref(comm);
    if (communicator_)
      poll(checker, *communicator_);
  }

  /// Notes that the receive is posted now. Under the lock, together with the call that posts it.
  void post(bool pending) {
    if (!communicator_)
      return;
    pending_ = pending;
    if (pending) {
      place_ = communicator_->receives.post(pattern_);
      return;
    }
    place_ = communicator_->receives.take_place();
    if (!program_handles_errors())
      return;
    if (communicator_->blocking)
      give_up_blocking(checker_, *communicator_);
    communicator_->blocking = {pattern_, place_};
  }

  /// Notes that the receive has ended with `code`, while `hold` held back errors.
  void note_end(int code, const MPI_Status &status, const HoldErrors &hold) {
    const int error = error_class(code);
    ReceiveRef truncated;
    {
      const Lock lock(checker_);
      if (!communicator_) {
        ++checker_.counters.skipped;
        return;
      }
      if (program_handles_errors())
        communicator_->blocking.reset();
      if (error == MPI_SUCCESS || error == MPI_ERR_TRUNCATE) {
        ReceiveRef receive = note_matched(checker_, communicator_, argument_, pattern_, place_, pending_, status,
                                          error == MPI_ERR_TRUNCATE);
        if (error == MPI_ERR_TRUNCATE && hold.is_fatal())
          truncated = std::move(receive);
      } else {
        note_lost(checker_, *communicator_, pattern_, place_, pending_);
      }
    }
    if (truncated)
      report_now(checker_, truncated);
  }

private:
  Checker &checker_;
  SourceAndTag pattern_;
  ArgumentRef argument_;
  CommunicatorRef communicator_;
  PostedReceives<ReceiveRef>::Place place_ = 0;
  bool pending_ = false;
};

template <typename Start> int receive_patiently(Checker &checker, Start start, MPI_Comm comm, MPI_Status *status) {
  MPI_Request request = MPI_REQUEST_NULL;
  int code = start(&request), done = 0;
  if (code != MPI_SUCCESS)
    return code;
  wait_patiently(checker, [&] {
    const IgnoreErrors ignore;
    code = ignore.code_of(PMPI_Test(&request, &done, status));
    return done || code != MPI_SUCCESS;
  });
  if (code != MPI_SUCCESS)
    PMPI_Comm_call_errhandler(comm, code); // MPICH's MPI_Test calls the handler of MPI_COMM_WORLD
  return code;
}

template <typename Mpi, typename Immediate, typename Count>
int receive(Call call, Mpi mpi, Immediate immediate, void *buffer, Count count, MPI_Datatype type, int source, int tag,
            MPI_Comm comm, MPI_Status *&status) {
  Checker *const checker = check::checker();
  if (!checker || source == MPI_PROC_NULL)
    return mpi();
  const InCall in_call;
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const HoldErrors hold;
  ReceiveWatch receive_watch(*checker, call, buffer, {count, type, source, tag}, comm);
  const auto start = [&](MPI_Request *request) { return immediate(buffer, count, type, source, tag, comm, request); };
  int code = MPI_SUCCESS;
  if (!checker->threaded) {
    receive_watch.post(false);
    if (program_handles_errors()) // a handler may leave the call by longjmp, without its request
      code = hold.code_of(mpi());
    else
      code = hold.code_of(receive_patiently(*checker, start, comm, status));
  } else {
    MPI_Request request = MPI_REQUEST_NULL;
    {
      const Lock lock(*checker);
      code = hold.code_of(start(&request));
      if (code != MPI_SUCCESS)
        return code;
      receive_watch.post(true);
    }
    code = hold.code_of(PMPI_Wait(&request, status));
  }
  receive_watch.note_end(code, *status, hold);
  return code;
}

FollowedRef followed_receive(Checker &checker, Call call, FollowedRequest::Kind kind, const void *buffer,
                             const Message &message, MPI_Comm comm) {
  const ArgumentRef &argument = checker.received(call, message.type, message.count);
  const CommunicatorRef &known = checker.communicators.find_ref(comm);
  if (!known)
    ++checker.counters.skipped;
  FollowedRef out = checker.requests.make();
  out->kind = kind;
  out->buffer = buffer;
  out->communicator = known;
  out->argument = argument;
  out->envelope = pattern_of(message.peer, message.tag);
  return out;
}

/// Notes that a receive is posted now.
void activate(Checker &checker, FollowedRequest &receive) {
  receive.active = true;
  if (receive.communicator)
    receive.place = receive.communicator->receives.post(receive.envelope);
  note_buffer(checker, receive);
}

template <typename Mpi>
int start_receive(Call call, Mpi mpi, const void *buffer, std::int64_t count, MPI_Datatype type, int source, int tag,
                  MPI_Comm comm, const MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || source == MPI_PROC_NULL)
    return follow_none(mpi(), request);
  const Lock lock(*checker);
  FollowedRef followed =
      followed_receive(*checker, call, FollowedRequest::Kind::receive, buffer, {count, type, source, tag}, comm);
  const int code = mpi();
  if (code != MPI_SUCCESS)
    return code;
  activate(*checker, *followed);
  follow(*checker, *request, std::move(followed));
  return code;
}

/// Notes a persistent receive that a call has made.
int init_receive(Call call, int code, const void *buffer, std::int64_t count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm, const MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || source == MPI_PROC_NULL || code != MPI_SUCCESS)
    return follow_none(code, request);
  const Lock lock(*checker);
  follow(*checker, *request,
         followed_receive(*checker, call, FollowedRequest::Kind::persistent_receive, buffer, {count, type, source, tag},
                          comm));
  return code;
}

/// Makes a call that sends and receives. `mpi()` does both; `start_send(request)` and `start_receive(request)` start one
/// each.
template <typename Mpi, typename StartSend, typename StartReceive>
int exchange(Call call, Mpi mpi, const Message &sent, const Message &received, MPI_Comm comm, MPI_Status *&status,
             StartSend start_send, StartReceive start_receive) {
  Checker *const checker = check::checker();
  if (!checker)
    return mpi();
  const InCall in_call;
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const HoldErrors hold;
  const bool receives = received.peer != MPI_PROC_NULL;
  ReceiveWatch receive_watch(*checker, call, nullptr,
                             {receives ? received.count : 0, received.type, received.peer, received.tag}, comm);
  int code = MPI_SUCCESS;
  if (!checker->threaded) {
    SendWatch send_watch(*checker, call, sent, comm);
    if (receives)
      receive_watch.post(false);
    code = hold.code_of(mpi());
    send_watch.note_returned(code);
    send_due_groups(*checker);
  } else {
    std::array<MPI_Request, 2> requests = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    {
      const Lock lock(*checker);
      code = hold.code_of(start_receive(&requests[0]));
      if (code != MPI_SUCCESS)
        return code;
      if (receives)
        receive_watch.post(true);
      SendWatch send_watch(*checker, call, sent, comm);
      code = hold.code_of(start_send(&requests[1]));
      send_watch.note_returned(code);
    }
    if (code == MPI_SUCCESS) {
      code = hold.code_of(PMPI_Wait(&requests[0], status));
      const int sent_code = PMPI_Wait(&requests[1], MPI_STATUS_IGNORE);
      if (code == MPI_SUCCESS)
        code = sent_code;
    }
  }
  if (receives)
    receive_watch.note_end(code, *status, hold);
  return code;
}

template <typename Mpi, typename Isend, typename Irecv, typename Count>
int send_and_receive(Call call, Mpi mpi, Isend isend, Irecv irecv, const void *sendbuf, Count sendcount,
                     MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, Count recvcount,
                     MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *&status) {
  return exchange(
      call, mpi, {sendcount, sendtype, dest, sendtag}, {recvcount, recvtype, source, recvtag}, comm, status,
      [&](MPI_Request *request) { return isend(sendbuf, sendcount, sendtype, dest, sendtag, comm, request); },
      [&](MPI_Request *request) { return irecv(recvbuf, recvcount, recvtype, source, recvtag, comm, request); });
}

template <typename Mpi, typename PackSize, typename Pack, typename Isend, typename Irecv, typename Count>
int replace(Call call, Mpi mpi, PackSize pack_size, Pack pack, Isend isend, Irecv irecv, void *buf, Count count,
            MPI_Datatype type, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *&status) {
  std::vector<char> packed;
  Count packed_size = 0;
  const auto pack_all = [&] {
    Count room = 0;
    const int code = pack_size(count, type, comm, &room);
    if (code != MPI_SUCCESS)
      return code;
    packed.resize(static_cast<std::size_t>(room));
    return pack(buf, count, type, packed.data(), room, &packed_size, comm);
  };
  return exchange(
      call, mpi, {count, type, dest, sendtag}, {count, type, source, recvtag}, comm, status,
      [&](MPI_Request *request) { return isend(packed.data(), packed_size, MPI_PACKED, dest, sendtag, comm, request); },
      [&](MPI_Request *request) { // which overwrites what is sent
        const int code = pack_all();
        return code == MPI_SUCCESS ? irecv(buf, count, type, source, recvtag, comm, request) : code;
      });
}

/// Makes a call that starts to send and to receive. Its request is that of the receive.
template <typename Mpi>
int start_both(Call call, Mpi mpi, const Message &sent, const Message &received, MPI_Comm comm,
               const MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker)
    return mpi();
  const Lock lock(*checker);
  FollowedRef followed;
  if (received.peer != MPI_PROC_NULL)
    followed = followed_receive(*checker, call, FollowedRequest::Kind::receive, nullptr, received, comm);
  SendWatch send_watch(*checker, call, sent, comm);
  const int code = mpi();
  send_watch.note_returned(code);
  if (code == MPI_SUCCESS) {
    if (followed) {
      followed->has_status = false;
      activate(*checker, *followed);
    }
    follow(*checker, *request, std::move(followed));
  }
  return code;
}

/// Checks what a partitioned call names by itself, because its messages have no records.
[[maybe_unused]] void check_partitioned(Call call, Access access, int parts, MPI_Count count, MPI_Datatype type,
                                        int peer) {
  std::int64_t all = 0;
  if (peer != MPI_PROC_NULL && !__builtin_mul_overflow(parts, count, &all))
    check_part(call, access, type, all);
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "messages.inc"
