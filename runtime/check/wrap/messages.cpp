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

/// Watches a send. The constructor sends the record, under the lock that is held until the message is under way.
/// note_returned() then takes what the sending call has returned.
class SendWatch {
public:
  SendWatch(Checker &checker, Call call, std::int64_t count, MPI_Datatype type, int destination, int tag,
            MPI_Comm communicator)
      : checker_(checker), destination_(destination), tag_(tag) {
    if (destination == MPI_PROC_NULL)
      return;
    const ArgumentRef &argument = checker.sent(call, type, count);
    communicator_ = checker.communicators.find(communicator);
    if (!communicator_)
      ++checker.counters.skipped;
    else if (argument->part.refused)
      refused_ = argument;
    else
      send_record(checker, *communicator_, argument, destination, tag);
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

template <auto blocking, auto immediate, typename Count>
int send(Call call, const void *buffer, Count count, MPI_Datatype type, int destination, int tag,
         MPI_Comm communicator) {
  Checker *const checker = check::checker();
  if (!checker || destination == MPI_PROC_NULL)
    return blocking(buffer, count, type, destination, tag, communicator);
  const InCall in_call;
  int code = MPI_SUCCESS;
  if (!checker->threaded) {
    SendWatch send_watch(*checker, call, count, type, destination, tag, communicator);
    code = blocking(buffer, count, type, destination, tag, communicator);
    send_watch.note_returned(code);
    send_due_groups(*checker);
    return code;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  {
    const Lock lock(*checker);
    SendWatch send_watch(*checker, call, count, type, destination, tag, communicator);
    code = immediate(buffer, count, type, destination, tag, communicator, &request);
    send_watch.note_returned(code);
    send_due_groups(*checker);
  }
  return code == MPI_SUCCESS ? PMPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

template <auto immediate, typename Count>
int start_send(Call call, const void *buffer, Count count, MPI_Datatype type, int destination, int tag,
               MPI_Comm communicator, MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || destination == MPI_PROC_NULL)
    return follow_none(immediate(buffer, count, type, destination, tag, communicator, request), request);
  const Lock lock(*checker);
  SendWatch send_watch(*checker, call, count, type, destination, tag, communicator);
  const int code = immediate(buffer, count, type, destination, tag, communicator, request);
  send_watch.note_returned(code);
  return follow_end(call, code, request);
}

template <auto init, typename Count>
int init_send(Call call, const void *buffer, Count count, MPI_Datatype type, int destination, int tag,
              MPI_Comm communicator, MPI_Request *request) {
  Checker *const checker = check::checker();
  const int code = init(buffer, count, type, destination, tag, communicator, request);
  if (!checker || destination == MPI_PROC_NULL || code != MPI_SUCCESS)
    return follow_none(code, request);
  const Lock lock(*checker);
  FollowedRef followed;
  const ArgumentRef &argument = checker->sent(call, type, count);
  if (const CommunicatorRef &known = checker->communicators.find_ref(communicator)) {
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
  ReceiveWatch(Checker &checker, Call call, const void *buffer, MPI_Datatype type, std::int64_t count, int source,
               int tag, MPI_Comm communicator)
      : checker_(checker), pattern_(pattern_of(source, tag)) {
    const Lock lock(checker_);
    argument_ = checker.received(call, type, count);
    if (buffer)
      check_buffer(checker, *argument_, buffer);
    communicator_ = checker.communicators.find_ref(communicator);
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

template <auto immediate, typename Count>
int receive_patiently(Checker &checker, void *buffer, Count count, MPI_Datatype type, int source, int tag,
                      MPI_Comm communicator, MPI_Status *status) {
  MPI_Request request = MPI_REQUEST_NULL;
  int code = immediate(buffer, count, type, source, tag, communicator, &request), done = 0;
  if (code != MPI_SUCCESS)
    return code;
  wait_patiently(checker, [&] {
    const IgnoreErrors ignore;
    code = PMPI_Test(&request, &done, status);
    return done || code != MPI_SUCCESS;
  });
  if (code != MPI_SUCCESS)
    PMPI_Comm_call_errhandler(communicator, code); // MPICH's MPI_Test calls the handler of MPI_COMM_WORLD
  return code;
}

template <auto blocking, auto immediate, typename Count>
int receive(Call call, void *buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm communicator,
            MPI_Status *status) {
  Checker *const checker = check::checker();
  if (!checker || source == MPI_PROC_NULL)
    return blocking(buffer, count, type, source, tag, communicator, status);
  const InCall in_call;
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const HoldErrors hold;
  ReceiveWatch receive_watch(*checker, call, buffer, type, count, source, tag, communicator);
  int code = MPI_SUCCESS;
  if (!checker->threaded) {
    receive_watch.post(false);
    if (program_handles_errors()) // a handler may leave the call by longjmp, without its request
      code = blocking(buffer, count, type, source, tag, communicator, status);
    else
      code = receive_patiently<immediate>(*checker, buffer, count, type, source, tag, communicator, status);
  } else {
    MPI_Request request = MPI_REQUEST_NULL;
    {
      const Lock lock(*checker);
      code = immediate(buffer, count, type, source, tag, communicator, &request);
      if (code != MPI_SUCCESS)
        return code;
      receive_watch.post(true);
    }
    code = PMPI_Wait(&request, status);
  }
  receive_watch.note_end(code, *status, hold);
  return code;
}

FollowedRef followed_receive(Checker &checker, Call call, FollowedRequest::Kind kind, const void *buffer,
                             std::int64_t count, MPI_Datatype type, int source, int tag, MPI_Comm communicator) {
  const ArgumentRef &argument = checker.received(call, type, count);
  const CommunicatorRef &known = checker.communicators.find_ref(communicator);
  if (!known)
    ++checker.counters.skipped;
  FollowedRef out = checker.requests.make();
  out->kind = kind;
  out->buffer = buffer;
  out->communicator = known;
  out->argument = argument;
  out->envelope = pattern_of(source, tag);
  return out;
}

/// Notes that a receive is posted now.
void activate(Checker &checker, FollowedRequest &receive) {
  receive.active = true;
  if (receive.communicator)
    receive.place = receive.communicator->receives.post(receive.envelope);
  note_buffer(checker, receive);
}

template <auto immediate, typename Count>
int start_receive(Call call, void *buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm communicator,
                  MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || source == MPI_PROC_NULL)
    return follow_none(immediate(buffer, count, type, source, tag, communicator, request), request);
  const Lock lock(*checker);
  FollowedRef followed =
      followed_receive(*checker, call, FollowedRequest::Kind::receive, buffer, count, type, source, tag, communicator);
  const int code = immediate(buffer, count, type, source, tag, communicator, request);
  if (code != MPI_SUCCESS)
    return code;
  activate(*checker, *followed);
  follow(*checker, *request, std::move(followed));
  return code;
}

template <auto init, typename Count>
int init_receive(Call call, void *buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm communicator,
                 MPI_Request *request) {
  Checker *const checker = check::checker();
  const int code = init(buffer, count, type, source, tag, communicator, request);
  if (!checker || source == MPI_PROC_NULL || code != MPI_SUCCESS)
    return follow_none(code, request);
  const Lock lock(*checker);
  follow(*checker, *request,
         followed_receive(*checker, call, FollowedRequest::Kind::persistent_receive, buffer, count, type, source, tag,
                          communicator));
  return code;
}

/// Makes a call that sends and receives. `together(status)` does both; `start_send(request)` and
/// `start_receive(request)` start one each.
template <typename Together, typename StartSend, typename StartReceive>
int send_and_receive(Checker &checker, Call call, MPI_Comm communicator, std::int64_t sent_count,
                     MPI_Datatype sent_type, int destination, int send_tag, std::int64_t received_count,
                     MPI_Datatype received_type, int source, int receive_tag, MPI_Status *status, Together together,
                     StartSend start_send, StartReceive start_receive) {
  const InCall in_call;
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const HoldErrors hold;
  const bool receives = source != MPI_PROC_NULL;
  ReceiveWatch receive_watch(checker, call, nullptr, received_type, receives ? received_count : 0, source, receive_tag,
                             communicator);
  int code = MPI_SUCCESS;
  if (!checker.threaded) {
    SendWatch send_watch(checker, call, sent_count, sent_type, destination, send_tag, communicator);
    if (receives)
      receive_watch.post(false);
    code = together(status);
    send_watch.note_returned(code);
    send_due_groups(checker);
  } else {
    std::array<MPI_Request, 2> requests = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    {
      const Lock lock(checker);
      code = start_receive(&requests[0]);
      if (code != MPI_SUCCESS)
        return code;
      if (receives)
        receive_watch.post(true);
      SendWatch send_watch(checker, call, sent_count, sent_type, destination, send_tag, communicator);
      code = start_send(&requests[1]);
      send_watch.note_returned(code);
    }
    if (code == MPI_SUCCESS) {
      code = PMPI_Wait(&requests[0], status);
      const int sent_code = PMPI_Wait(&requests[1], MPI_STATUS_IGNORE);
      if (code == MPI_SUCCESS)
        code = sent_code;
    }
  }
  if (receives)
    receive_watch.note_end(code, *status, hold);
  return code;
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#define WRAP_SEND(name, immediate, suffix, Count)                                                                      \
  AUTOMAP_WRAPPER int MPI_##name##suffix(const void *buffer, Count count, MPI_Datatype type, int destination, int tag, \
                                         MPI_Comm communicator) {                                                      \
    return send<PMPI_##name##suffix, PMPI_##immediate##suffix>(AUTOMAP_THIS_CALL(name##suffix), buffer, count, type,   \
                                                               destination, tag, communicator);                        \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_##immediate##suffix(const void *buffer, Count count, MPI_Datatype type, int destination,     \
                                              int tag, MPI_Comm communicator, MPI_Request *request) {                  \
    return start_send<PMPI_##immediate##suffix>(AUTOMAP_THIS_CALL(immediate##suffix), buffer, count, type,             \
                                                destination, tag, communicator, request);                              \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_##name##_init##suffix(const void *buffer, Count count, MPI_Datatype type, int destination,   \
                                                int tag, MPI_Comm communicator, MPI_Request *request) {                \
    return init_send<PMPI_##name##_init##suffix>(AUTOMAP_THIS_CALL(name##_init##suffix), buffer, count, type,          \
                                                 destination, tag, communicator, request);                             \
  }

#define WRAP_RECEIVE(suffix, Count)                                                                                    \
  AUTOMAP_WRAPPER int MPI_Recv##suffix(void *buffer, Count count, MPI_Datatype type, int source, int tag,              \
                                       MPI_Comm communicator, MPI_Status *status) {                                    \
    return receive<PMPI_Recv##suffix, PMPI_Irecv##suffix>(AUTOMAP_THIS_CALL(Recv##suffix), buffer, count, type,        \
                                                          source, tag, communicator, status);                          \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Irecv##suffix(void *buffer, Count count, MPI_Datatype type, int source, int tag,             \
                                        MPI_Comm communicator, MPI_Request *request) {                                 \
    return start_receive<PMPI_Irecv##suffix>(AUTOMAP_THIS_CALL(Irecv##suffix), buffer, count, type, source, tag,       \
                                             communicator, request);                                                   \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Recv_init##suffix(void *buffer, Count count, MPI_Datatype type, int source, int tag,         \
                                            MPI_Comm communicator, MPI_Request *request) {                             \
    return init_receive<PMPI_Recv_init##suffix>(AUTOMAP_THIS_CALL(Recv_init##suffix), buffer, count, type, source,     \
                                                tag, communicator, request);                                           \
  }

#define WRAP_SENDRECV(suffix, Count)                                                                                   \
  AUTOMAP_WRAPPER int MPI_Sendrecv##suffix(const void *sent, Count sent_count, MPI_Datatype sent_type,                 \
                                           int destination, int send_tag, void *received, Count received_count,        \
                                           MPI_Datatype received_type, int source, int receive_tag,                    \
                                           MPI_Comm communicator, MPI_Status *status) {                                \
    const auto together = [&](MPI_Status *to) {                                                                        \
      return PMPI_Sendrecv##suffix(sent, sent_count, sent_type, destination, send_tag, received, received_count,       \
                                   received_type, source, receive_tag, communicator, to);                              \
    };                                                                                                                 \
    Checker *const checker = automap::check::checker();                                                                \
    if (!checker)                                                                                                      \
      return together(status);                                                                                         \
    return send_and_receive(                                                                                           \
        *checker, AUTOMAP_THIS_CALL(Sendrecv##suffix), communicator, sent_count, sent_type, destination, send_tag,     \
        received_count, received_type, source, receive_tag, status, together,                                          \
        [&](MPI_Request *request) {                                                                                    \
          return PMPI_Isend##suffix(sent, sent_count, sent_type, destination, send_tag, communicator, request);        \
        },                                                                                                             \
        [&](MPI_Request *request) {                                                                                    \
          return PMPI_Irecv##suffix(received, received_count, received_type, source, receive_tag, communicator,        \
                                    request);                                                                          \
        });                                                                                                            \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Sendrecv_replace##suffix(void *buffer, Count count, MPI_Datatype type, int destination,      \
                                                   int send_tag, int source, int receive_tag, MPI_Comm communicator,   \
                                                   MPI_Status *status) {                                               \
    const auto together = [&](MPI_Status *to) {                                                                        \
      return PMPI_Sendrecv_replace##suffix(buffer, count, type, destination, send_tag, source, receive_tag,            \
                                           communicator, to);                                                          \
    };                                                                                                                 \
    Checker *const checker = automap::check::checker();                                                                \
    if (!checker)                                                                                                      \
      return together(status);                                                                                         \
    std::vector<char> packed; /* what is sent, as the receive overwrites it */                                         \
    Count packed_size = 0;                                                                                             \
    if (checker->threaded && destination != MPI_PROC_NULL) {                                                           \
      Count room = 0;                                                                                                  \
      int code = PMPI_Pack_size##suffix(count, type, communicator, &room);                                             \
      packed.resize(static_cast<std::size_t>(room));                                                                   \
      if (code == MPI_SUCCESS)                                                                                         \
        code = PMPI_Pack##suffix(buffer, count, type, packed.data(), room, &packed_size, communicator);                \
      if (code != MPI_SUCCESS)                                                                                         \
        return code;                                                                                                   \
    }                                                                                                                  \
    return send_and_receive(                                                                                           \
        *checker, AUTOMAP_THIS_CALL(Sendrecv_replace##suffix), communicator, count, type, destination, send_tag,       \
        count, type, source, receive_tag, status, together,                                                            \
        [&](MPI_Request *request) {                                                                                    \
          return PMPI_Isend##suffix(packed.data(), packed_size, MPI_PACKED, destination, send_tag, communicator,       \
                                    request);                                                                          \
        },                                                                                                             \
        [&](MPI_Request *request) {                                                                                    \
          return PMPI_Irecv##suffix(buffer, count, type, source, receive_tag, communicator, request);                  \
        });                                                                                                            \
  }

#define WRAP_MESSAGES(suffix, Count, Displacement)                                                                     \
  WRAP_SEND(Send, Isend, suffix, Count)                                                                                \
  WRAP_SEND(Bsend, Ibsend, suffix, Count)                                                                              \
  WRAP_SEND(Ssend, Issend, suffix, Count)                                                                              \
  WRAP_SEND(Rsend, Irsend, suffix, Count)                                                                              \
  WRAP_RECEIVE(suffix, Count)                                                                                          \
  WRAP_SENDRECV(suffix, Count)

AUTOMAP_FOR_COUNTS(WRAP_MESSAGES)

#if MPI_VERSION >= 4
namespace automap::check {
namespace {

/// Checks what a partitioned call names by itself, because its messages have no records.
void check_partitioned(Call call, Access access, int parts, MPI_Count count, MPI_Datatype type, int peer) {
  std::int64_t all = 0;
  if (peer != MPI_PROC_NULL && !__builtin_mul_overflow(parts, count, &all))
    check_part(call, access, type, all);
}

} // namespace
} // namespace automap::check

AUTOMAP_WRAPPER int MPI_Psend_init(const void *buffer, int parts, MPI_Count count, MPI_Datatype type, int destination,
                                   int tag, MPI_Comm communicator, MPI_Info info, MPI_Request *request) {
  check_partitioned(AUTOMAP_THIS_CALL(Psend_init), Access::reads, parts, count, type, destination);
  return follow_none(PMPI_Psend_init(buffer, parts, count, type, destination, tag, communicator, info, request),
                     request);
}

AUTOMAP_WRAPPER int MPI_Precv_init(void *buffer, int parts, MPI_Count count, MPI_Datatype type, int source, int tag,
                                   MPI_Comm communicator, MPI_Info info, MPI_Request *request) {
  check_partitioned(AUTOMAP_THIS_CALL(Precv_init), Access::writes, parts, count, type, source);
  return follow_none(PMPI_Precv_init(buffer, parts, count, type, source, tag, communicator, info, request), request);
}

namespace automap::check {
namespace {

/// Makes a call that starts to send and to receive. `start` does both, and its request is that of the receive.
template <typename Start>
int start_both(Checker &checker, Call call, MPI_Comm communicator, std::int64_t sent_count, MPI_Datatype sent_type,
               int destination, int send_tag, std::int64_t received_count, MPI_Datatype received_type, int source,
               int receive_tag, MPI_Request *request, Start start) {
  const Lock lock(checker);
  FollowedRef followed;
  if (source != MPI_PROC_NULL)
    followed = followed_receive(checker, call, FollowedRequest::Kind::receive, nullptr, received_count, received_type,
                                source, receive_tag, communicator);
  SendWatch send_watch(checker, call, sent_count, sent_type, destination, send_tag, communicator);
  const int code = start();
  send_watch.note_returned(code);
  if (code == MPI_SUCCESS) {
    if (followed) {
      followed->has_status = false;
      activate(checker, *followed);
    }
    follow(checker, *request, std::move(followed));
  }
  return code;
}

} // namespace
} // namespace automap::check

#define WRAP_ISENDRECV(suffix, Count, Displacement)                                                                    \
  AUTOMAP_WRAPPER int MPI_Isendrecv##suffix(const void *sent, Count sent_count, MPI_Datatype sent_type,                \
                                            int destination, int send_tag, void *received, Count received_count,       \
                                            MPI_Datatype received_type, int source, int receive_tag,                   \
                                            MPI_Comm communicator, MPI_Request *request) {                             \
    const auto start = [&] {                                                                                           \
      return PMPI_Isendrecv##suffix(sent, sent_count, sent_type, destination, send_tag, received, received_count,      \
                                    received_type, source, receive_tag, communicator, request);                        \
    };                                                                                                                 \
    Checker *const checker = automap::check::checker();                                                                \
    return checker                                                                                                     \
               ? start_both(*checker, AUTOMAP_THIS_CALL(Isendrecv##suffix), communicator, sent_count, sent_type,       \
                            destination, send_tag, received_count, received_type, source, receive_tag, request, start) \
               : start();                                                                                              \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Isendrecv_replace##suffix(void *buffer, Count count, MPI_Datatype type, int destination,     \
                                                    int send_tag, int source, int receive_tag, MPI_Comm communicator,  \
                                                    MPI_Request *request) {                                            \
    const auto start = [&] {                                                                                           \
      return PMPI_Isendrecv_replace##suffix(buffer, count, type, destination, send_tag, source, receive_tag,           \
                                            communicator, request);                                                    \
    };                                                                                                                 \
    Checker *const checker = automap::check::checker();                                                                \
    return checker ? start_both(*checker, AUTOMAP_THIS_CALL(Isendrecv_replace##suffix), communicator, count, type,     \
                                destination, send_tag, count, type, source, receive_tag, request, start)               \
                   : start();                                                                                          \
  }
AUTOMAP_FOR_COUNTS(WRAP_ISENDRECV)
#endif
