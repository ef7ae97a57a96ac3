// The state of the checker in one process, which all wrappers share.
#pragma once

#include "allowance.h"
#include "arguments.h"
#include "communicators.h"
#include "handles.h"
#include "own_calls.h"
#include "pending_buffers.h"
#include "program_handlers.h"
#include "progress.h"
#include "report.h"
#include "requests.h"
#include "settings.h"
#include "source.h"
#include "types.h"

#include <mpi.h>

#include <list>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace automap::check {

/// The windows of all ranks that have created one together.
struct Window {
  std::vector<std::int64_t> bytes, units; // of displacements; for each rank
};

struct Checker {
  Settings settings;
  /// Whether MPI has MPI_THREAD_MULTIPLE. Otherwise calls never run at the same time, and nothing is locked.
  bool threaded = false;
  /// Whether the program may make calls past the checker, as the functions of another language do, and those of tools.
  bool has_unseen_calls = false;
  int rank = 0, size = 0;           // this process in MPI_COMM_WORLD
  MPI_Comm control = MPI_COMM_NULL; // duplicate of MPI_COMM_WORLD
  MPI_Group world_group = MPI_GROUP_NULL;

  std::recursive_mutex mutex; // guards all members below, if `threaded`; see design.md
  Counters counters;
  Reporter reporter;
  TypeTable types;
  Arguments arguments;
  Communicators communicators;
  std::vector<Communicator *> with_unsent; // communicators with records that are yet to be sent
  long long unsent_since = 0;              // when the first of them was added, by coarse_clock_ns()
  Allowance groups_at_once, groups_at_collectives, looks_at_once, barriers, asks_for_many;
  std::int64_t wanting_count = 0;                  // receives that have their messages, and wait for the records
  std::list<CommunicatorRef> retiring;             // communicators after begin_retiring()
  std::vector<CommunicatorRef> with_messages_left; // retired ones with records that no receive has asked for
  Requests requests;
  PendingBuffers pending_buffers;
  CreatedHandles<MPI_Comm> communicators_to_free;
  CreatedHandles<MPI_Group> groups;
  CreatedHandles<MPI_Op> operations;
  CreatedHandles<MPI_Win> windows_to_free;
  CreatedHandles<MPI_File> files;
  std::unordered_set<int> keys_that_free; // keys of attributes of communicators whose delete function may free handles
  bool may_free_late = false;             // such an attribute will be deleted after the checker has stopped
  std::unordered_map<MPI_Win, Window> windows;
  std::unordered_map<MPI_Message, ReceiveRef> matched_messages; // found by MPI_Mprobe and MPI_Improbe
  /// The etypes of views that the program has set; other views have MPI_BYTE.
  std::unordered_map<MPI_File, TypeRef> etypes;
  std::vector<bool> distrusted;        // a flag for each rank of MPI_COMM_WORLD, see distrust_me()
  bool has_asked_for_distrust = false; // distrust_me() has been called
  bool has_file_requests = false;      // the program has begun some; not kept if `threaded`
  bool is_sending = false;             // between begin_send() and end_send()

  /// Begins a send whose record is under way. If the program's own error handler has left the send before by longjmp,
  /// the record of that send may have no message.
  void begin_send() {
    if (program_handles_errors() && std::exchange(is_sending, true))
      distrust_me();
  }

  /// Notes that the send has returned.
  void end_send() { is_sending = false; }

  /// Returns what the arguments of a call say about data that it sends, or receives. Reports datatypes that must not be
  /// used. For a `count` that MPI will refuse, the part is not known.
  Part sent_part(Call call, MPI_Datatype type, std::int64_t count);
  Part received_part(Call call, MPI_Datatype type, std::int64_t count);

  /// Returns the same for messages, together with the call. Valid until the next call of either.
  const ArgumentRef &sent(Call call, MPI_Datatype type, std::int64_t count) {
    const int announcement_bytes = take_named(&mpi::NamedCall::sent, call, type, count);
    // One address stands for several callers if one of MPI's functions for Fortran makes the call.
    const CallStack *const stack = place_in_program(call.address) == 0 ? call.stack : nullptr;
    return argument({call.name, call.address, type, count, announcement_bytes, false, stack}, call);
  }
  const ArgumentRef &received(Call call, MPI_Datatype type, std::int64_t count) {
    take_named(&mpi::NamedCall::received, call, type, count);
    return argument({call.name, call.address, type, count, 0, true, call.stack}, call);
  }

  /// Returns the same for data of a collective call.
  const ArgumentRef &block(const Call &call, MPI_Datatype type, std::int64_t count, bool is_received) {
    return argument({call.name, call.address, type, count, 0, is_received, call.stack}, call);
  }

  /// Returns the same for a collective call, about its root and operation_number() alone.
  const ArgumentRef &collective(const Call &call, int root, int operation) {
    const Arguments::Key key{call.name, call.address, {}, 0, 0, false, call.stack, root, operation};
    Arguments::Entry &entry = arguments.entry(key);
    if (entry.key != key)
      entry = {key, 0, ArgumentRef::make(call, Part(), 0, root, operation)};
    return entry.argument;
  }

  /// Counts and prints a finding. Ends the program after an error, if the user wants that.
  void report(const Finding &finding);

  /// Ends the program after an error in `call`, for --mode=abort. start_checker() sets it.
  void (*end_program)(Checker &checker, Call call) = nullptr;

  /// Sets what a finding says about a communicator and about `peer`, a rank in it (-1: none).
  void set_place(Finding &finding, const Communicator &communicator, int peer) const;

  /// Tells all ranks that messages of this one may lack records, or records their messages, because a send was
  /// cancelled or has failed. They then report no errors in messages of this rank. Acts only once. Local.
  void distrust_me();

  /// Whether a rank of `communicator` has called distrust_me().
  bool is_distrusted(const Communicator &communicator, int peer);

  /// Returns how many ranks are known to have called distrust_me().
  int count_distrusted();

private:
  const ArgumentRef &argument(const Arguments::Key &key, Call call) {
    Arguments::Entry &entry = arguments.entry(key);
    if (entry.key != key || entry.types_version != types.version())
      renew(entry, key, call);
    return entry.argument;
  }
  void renew(Arguments::Entry &entry, const Arguments::Key &key, Call call);
};

/// The checker; null before MPI_Init, after MPI_Finalize, and if the user has switched it off.
inline Checker *running = nullptr;

/// Returns the checker for a call of the program; null if nothing is to be checked, as in calls that the checker makes.
inline Checker *checker() {
  if (!running || OwnCalls::active())
    return nullptr;
  note_call();
  return running;
}

/// Holds the checker's mutex, if threads may run at the same time.
class Lock {
public:
  explicit Lock(Checker &checker) : mutex_(checker.threaded ? &checker.mutex : nullptr) {
    if (mutex_)
      mutex_->lock();
  }
  ~Lock() {
    if (mutex_)
      mutex_->unlock();
  }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

private:
  std::recursive_mutex *mutex_;
};

} // namespace automap::check
