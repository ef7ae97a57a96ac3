// Leftovers. See leftovers.h.
#include "leftovers.h"

#include "check/compare/compare_parts.h"

#include <dlfcn.h>

#include <string>

namespace automap::check {
namespace {

/// Whether a function of MPI itself makes a call. Its files are made of communicators of its own.
bool is_of_mpi(const Call &call) {
  Dl_info caller{}, mpi{};
  return dladdr(call.address, &caller) && dladdr(reinterpret_cast<const void *>(&PMPI_Comm_size), &mpi) &&
         (caller.dli_fbase == mpi.dli_fbase || std::string_view(caller.dli_fname).find("/mca_") != std::string::npos);
}

template <typename Handle> void report_left(Checker &checker, const CreatedHandles<Handle> &handles, Kind kind) {
  handles.for_each([&](const Call &call, int count) {
    if (!is_of_mpi(call))
      checker.report({.kind = kind, .call = call, .times = count});
  });
}

void report_message_left(Checker &checker, const Communicator &communicator, SourceAndTag envelope,
                         const RecordRun &run) {
  const RecordHead &head = run.record->head;
  if (place_of_call(call_of(head).address).function.starts_with("automap::")) // a part of a message in parts
    return;
  Finding finding{.kind = Kind::never_received, .call = call_of(head), .times = run.times};
  checker.set_place(finding, communicator, envelope.source);
  finding.tag = envelope.tag;
  finding.detail = "that rank has sent " + std::to_string(head.copies);
  if (const std::string_view text = run.record->text(); !text.empty())
    finding.detail += " x " + std::string(text);
  finding.detail += " to this rank, which has no receive for it";
  if (!finding.call.address) // the call is in another program
    if (const SourcePlace place = place_of_call_in(head.program, head.call_place); !place.where.empty())
      finding.detail += "; the call is at " + place.where;
  checker.report(finding);
}

} // namespace

void report_requests_left(Checker &checker) {
  if (checker.has_unseen_calls || program_handles_errors())
    return;
  checker.requests.for_each([&](const FollowedRequest &request) {
    if (!request.argument || request.is_uncertain)
      return;
    const bool is_completed = !request.active;
    checker.report({.kind = is_completed ? Kind::request_left : Kind::never_completed, .call = request.argument->call});
  });
}

void report_messages_left(Checker &checker) {
  if (checker.has_unseen_calls)
    return;
  for (const CommunicatorRef &communicator : checker.with_messages_left)
    communicator->stored.for_each([&](SourceAndTag envelope, const std::deque<RecordRun> &runs) {
      // A pending receive is reported as such. MPI_Cancel, or an error, may have left a record without its message.
      if (communicator->is_bypassed || communicator->receives.may_match(envelope) ||
          communicator->receives.is_given_up(envelope) || checker.is_distrusted(*communicator, envelope.source))
        return;
      for (const RecordRun &run : runs)
        report_message_left(checker, *communicator, envelope, run);
    });
}

void report_handles_left(Checker &checker) {
  checker.types.for_leaks([&](Call call, const std::string &text) {
    checker.report({.kind = Kind::leak, .call = call, .detail = text.empty() ? "" : "the datatype: " + text});
  });
  if (checker.has_unseen_calls)
    return;
  report_left(checker, checker.windows_to_free, Kind::window_left);
  report_left(checker, checker.files, Kind::file_left);
  if (checker.may_free_late)
    return;
  report_left(checker, checker.communicators_to_free, Kind::communicator_left);
  report_left(checker, checker.groups, Kind::group_left);
  report_left(checker, checker.operations, Kind::operation_left);
}

} // namespace automap::check
