// Calls that find messages and receive the messages that were found (MPI 4.0, section 3.8).
#include "check/compare/local_parts.h"
#include "check/compare/pairing.h"
#include "check/compare/waiting.h"
#include "wrap.h"

#include <sched.h>

#include <utility>

namespace automap::check {
namespace {

/// Notes the message that MPI_Mprobe or MPI_Improbe has found.
void note_found_message(Checker &checker, const CommunicatorRef &communicator, int source, int tag,
                        PostedReceives<ReceiveRef>::Place place, MPI_Message message, const MPI_Status &status) {
  if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC)
    return;
  poll(checker, *communicator);
  checker.matched_messages[message] =
      note_matched(checker, communicator, nullptr, pattern_of(source, tag), place, false, status, false);
}

ReceiveRef take_message(Checker &checker, MPI_Message message) {
  auto node = checker.matched_messages.extract(message);
  return node ? std::move(node.mapped()) : nullptr;
}

template <auto blocking, typename Count>
int receive_matched(Call call, void *buffer, Count count, MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
  Checker *const checker = check::checker();
  if (!checker || !message || *message == MPI_MESSAGE_NO_PROC)
    return blocking(buffer, count, type, message, status);
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const HoldErrors hold;
  const InCall in_call;
  ReceiveRef receive;
  ArgumentRef argument;
  {
    const Lock lock(*checker);
    receive = take_message(*checker, *message);
    argument = checker->received(call, type, count);
  }
  const int code = blocking(buffer, count, type, message, status);
  const int error = error_class(code);
  if (receive && (error == MPI_SUCCESS || error == MPI_ERR_TRUNCATE)) {
    {
      const Lock lock(*checker);
      note_received(*checker, receive, std::move(argument), *status, error == MPI_ERR_TRUNCATE);
    }
    if (error == MPI_ERR_TRUNCATE && hold.is_fatal())
      report_now(*checker, receive);
  }
  return code;
}

template <auto immediate, typename Count>
int start_receive_matched(Call call, void *buffer, Count count, MPI_Datatype type, MPI_Message *message,
                          MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || !message || *message == MPI_MESSAGE_NO_PROC)
    return follow_none(immediate(buffer, count, type, message, request), request);
  const Lock lock(*checker);
  const ReceiveRef receive = take_message(*checker, *message);
  const ArgumentRef argument = checker->received(call, type, count);
  const int code = immediate(buffer, count, type, message, request);
  if (code != MPI_SUCCESS)
    return code;
  FollowedRef followed;
  if (receive) {
    followed = checker->requests.make();
    followed->kind = FollowedRequest::Kind::matched_receive;
    followed->communicator = receive->communicator;
    followed->argument = argument;
    followed->matched = receive;
    followed->active = true;
    followed->buffer = buffer;
    note_buffer(*checker, *followed);
  }
  follow(*checker, *request, std::move(followed));
  return code;
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#define WRAP_MATCHED(suffix, Count, Displacement)                                                                      \
  AUTOMAP_WRAPPER int MPI_Mrecv##suffix(void *buffer, Count count, MPI_Datatype type, MPI_Message *message,            \
                                        MPI_Status *status) {                                                          \
    return receive_matched<PMPI_Mrecv##suffix>(AUTOMAP_THIS_CALL(Mrecv##suffix), buffer, count, type, message,         \
                                               status);                                                                \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Imrecv##suffix(void *buffer, Count count, MPI_Datatype type, MPI_Message *message,           \
                                         MPI_Request *request) {                                                       \
    return start_receive_matched<PMPI_Imrecv##suffix>(AUTOMAP_THIS_CALL(Imrecv##suffix), buffer, count, type, message, \
                                                      request);                                                        \
  }

AUTOMAP_FOR_COUNTS(WRAP_MATCHED)

AUTOMAP_WRAPPER int MPI_Probe(int source, int tag, MPI_Comm communicator, MPI_Status *status) {
  const InCall in_call;
  Checker *const checker = automap::check::checker();
  if (!checker || checker->threaded)
    return PMPI_Probe(source, tag, communicator, status);
  int code = MPI_SUCCESS, found = 0;
  wait_patiently(*checker, [&] {
    code = PMPI_Iprobe(source, tag, communicator, &found, status);
    return found || code != MPI_SUCCESS;
  });
  return code;
}

AUTOMAP_WRAPPER int MPI_Iprobe(int source, int tag, MPI_Comm communicator, int *found, MPI_Status *status) {
  Checker *const checker = automap::check::checker();
  const int code = PMPI_Iprobe(source, tag, communicator, found, status);
  if (checker)
    note_asked(code != MPI_SUCCESS || *found);
  return code;
}

AUTOMAP_WRAPPER int MPI_Mprobe(int source, int tag, MPI_Comm communicator, MPI_Message *message, MPI_Status *status) {
  const InCall in_call;
  Checker *const checker = automap::check::checker();
  MPI_Status own;
  if (checker && status == MPI_STATUS_IGNORE)
    status = &own;
  CommunicatorRef known;
  if (checker) {
    const Lock lock(*checker);
    known = checker->communicators.find_ref(communicator);
  }
  if (!known)
    return PMPI_Mprobe(source, tag, communicator, message, status);
  if (!checker->threaded) {
    const auto place = known->receives.take_place();
    int code = MPI_SUCCESS, found = 0;
    wait_patiently(*checker, [&] {
      code = PMPI_Improbe(source, tag, communicator, &found, message, status);
      return found || code != MPI_SUCCESS;
    });
    if (code == MPI_SUCCESS)
      note_found_message(*checker, known, source, tag, place, *message, *status);
    return code;
  }
  while (true) {
    {
      const Lock lock(*checker);
      int found = 0;
      const int code = PMPI_Improbe(source, tag, communicator, &found, message, status);
      if (code != MPI_SUCCESS)
        return code;
      if (found) {
        note_found_message(*checker, known, source, tag, known->receives.take_place(), *message, *status);
        return code;
      }
    }
    sched_yield();
  }
}

AUTOMAP_WRAPPER int MPI_Improbe(int source, int tag, MPI_Comm communicator, int *found, MPI_Message *message,
                                MPI_Status *status) {
  Checker *const checker = automap::check::checker();
  if (!checker)
    return PMPI_Improbe(source, tag, communicator, found, message, status);
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const Lock lock(*checker);
  const int code = PMPI_Improbe(source, tag, communicator, found, message, status);
  note_asked(code != MPI_SUCCESS || *found);
  if (code == MPI_SUCCESS && *found)
    if (const CommunicatorRef known = checker->communicators.find_ref(communicator))
      note_found_message(*checker, known, source, tag, known->receives.take_place(), *message, *status);
  return code;
}
