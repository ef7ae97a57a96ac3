// The state of the checker in one process, and what all wrappers share.
#pragma once

#include "allowance.h"
#include "arguments.h"
#include "call.h"
#include "communicators.h"
#include "own_calls.h"
#include "program_handlers.h"
#include "report.h"
#include "requests.h"
#include "settings.h"
#include "source_lines.h"
#include "types.h"

#include <mpi.h>

#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace automap::check {

struct Checker {
  Settings settings;
  bool threaded = false;  // MPI_THREAD_MULTIPLE: else calls never run at the same time, and nothing is locked
  int rank = 0, size = 0; // in MPI_COMM_WORLD
  MPI_Comm control = MPI_COMM_NULL; // all of MPI_COMM_WORLD
  MPI_Group world_group = MPI_GROUP_NULL;

  std::recursive_mutex mutex; // of all below, where threaded; see design.md
  Counters counters;
  Reporter reporter;
  TypeTable types;
  Arguments arguments;
  Communicators communicators;
  std::vector<Communicator *> with_unsent; // records that have yet to be sent
  long long unsent_since = 0;              // when the first of them was put there
  Allowance groups_at_once, groups_at_collectives, looks_at_once, asks_for_many;
  std::int64_t wanting_count = 0;      // receives that have their messages, and wait for the records
  std::list<CommunicatorRef> retiring; // see begin_retiring()
  Requests requests;
  std::unordered_map<MPI_Message, ReceiveRef> matched_messages; // by MPI_Mprobe and its like
  std::unordered_map<MPI_File, TypeRef> etypes; // of views that are not the first one, of MPI_BYTE
  std::vector<bool> distrusted;                 // ranks of MPI_COMM_WORLD, see distrust_me()
  bool has_asked_for_distrust = false;
  bool has_file_requests = false; // that the program has begun; not where threads run at the same time
  bool is_sending = false;        // between begin_send() and end_send()

  /// Around a send whose record is under way. Where the program's own error handler has left the one before by
  /// longjmp, that one's record may have no message.
  void begin_send() {
    if (program_handles_errors() && std::exchange(is_sending, true))
      distrust_me();
  }
  void end_send() { is_sending = false; }

  /// The arguments of a call that name data it sends or that it receives. Tells of datatypes that must not be
  /// used. `count` of what MPI will refuse gives a part that is not known.
  Part sent_part(Call call, MPI_Datatype type, std::int64_t count);
  Part received_part(Call call, MPI_Datatype type, std::int64_t count);

  /// The same, with the call, for messages. Valid until the next call of them.
  const ArgumentRef &sent(Call call, MPI_Datatype type, std::int64_t count) {
    const int announcement_bytes = take_named(&mpi::NamedCall::sent, call, type, count);
    // Behind the same address there are several callers where MPI's functions for Fortran call.
    const CallStack *const stack = place_in_program(call.address) == 0 ? call.stack : nullptr;
    return argument({call.name, call.address, type, count, announcement_bytes, false, stack}, call);
  }
  const ArgumentRef &received(Call call, MPI_Datatype type, std::int64_t count) {
    take_named(&mpi::NamedCall::received, call, type, count);
    return argument({call.name, call.address, type, count, 0, true, call.stack}, call);
  }

  /// Counts and prints; ends the program if it is an error and errors are to.
  void report(const Finding &finding);

  /// Ends the program after an error in `call`, for --mode=abort. start_checker() sets it.
  void (*end_program)(Checker &checker, Call call) = nullptr;

  /// Sets what a finding says of a communicator and of `peer`, a rank in it (-1: none).
  void set_place(Finding &finding, const Communicator &communicator, int peer) const;

  /// Tells all ranks that messages of this one may lack records, or records their messages: a send was
  /// cancelled or has failed. They will then not report what they find wrong with them. Once; local.
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

/// Null while nothing is to be checked: before MPI_Init, after MPI_Finalize, where the user says so, and in
/// calls that the checker makes itself.
inline Checker *running = nullptr;
inline Checker *checker() { return running && !OwnCalls::active() ? running : nullptr; }

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
