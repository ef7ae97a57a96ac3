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

template <typename Mpi>
int receive_matched(Call call, Mpi mpi, std::int64_t count, MPI_Datatype type, MPI_Message *message,
                    MPI_Status *&status) {
  Checker *const checker = check::checker();
  if (!checker || !message || *message == MPI_MESSAGE_NO_PROC)
    return mpi();
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
  const int code = hold.code_of(mpi());
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

template <typename Mpi>
int start_receive_matched(Call call, Mpi mpi, const void *buffer, std::int64_t count, MPI_Datatype type,
                          MPI_Message *message, const MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || !message || *message == MPI_MESSAGE_NO_PROC)
    return follow_none(mpi(), request);
  const Lock lock(*checker);
  const ReceiveRef receive = take_message(*checker, *message);
  const ArgumentRef argument = checker->received(call, type, count);
  const int code = mpi();
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

template <typename Mpi> int probe(Mpi mpi, int source, int tag, MPI_Comm communicator, MPI_Status *status) {
  const InCall in_call;
  Checker *const checker = check::checker();
  if (!checker || checker->threaded || program_handles_errors()) // MPICH 5.0.2's MPI_Iprobe hides the error then
    return mpi();
  int code = MPI_SUCCESS, found = 0;
  wait_patiently(*checker, [&] {
    code = PMPI_Iprobe(source, tag, communicator, &found, status);
    return found || code != MPI_SUCCESS;
  });
  return code;
}

template <typename Mpi> int ask(Mpi mpi, const int *found) {
  Checker *const checker = check::checker();
  const int code = mpi();
  if (checker)
    note_asked(code != MPI_SUCCESS || *found);
  return code;
}

template <typename Mpi>
int probe_matched(Mpi mpi, int source, int tag, MPI_Comm communicator, MPI_Message *message, MPI_Status *&status) {
  const InCall in_call;
  Checker *const checker = check::checker();
  MPI_Status own;
  if (checker && status == MPI_STATUS_IGNORE)
    status = &own;
  CommunicatorRef known;
  if (checker) {
    const Lock lock(*checker);
    known = checker->communicators.find_ref(communicator);
  }
  if (!known)
    return mpi();
  if (!checker->threaded) {
    const auto place = known->receives.take_place();
    int code = MPI_SUCCESS, found = 0;
    *message = MPI_MESSAGE_NULL;
    if (program_handles_errors())
      code = mpi();
    else
      wait_patiently(*checker, [&] {
        code = PMPI_Improbe(source, tag, communicator, &found, message, status);
        return found || code != MPI_SUCCESS;
      });
    if (code == MPI_SUCCESS && *message != MPI_MESSAGE_NULL)
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

template <typename Mpi>
int ask_matched(Mpi mpi, int source, int tag, MPI_Comm communicator, const int *found, MPI_Message *message,
                MPI_Status *&status) {
  Checker *const checker = check::checker();
  if (!checker)
    return mpi();
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const Lock lock(*checker);
  const int code = mpi();
  note_asked(code != MPI_SUCCESS || *found);
  if (code == MPI_SUCCESS && *found)
    if (const CommunicatorRef known = checker->communicators.find_ref(communicator))
      note_found_message(*checker, known, source, tag, known->receives.take_place(), *message, *status);
  return code;
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "probed_messages.inc"
