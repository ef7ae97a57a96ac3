// The program's communicators and their shadows, on which records travel.
//
// A shadow has the same group in the same order, and the program never sees it. Communicators between two groups and
// those that reach beyond MPI_COMM_WORLD have none, so their messages are not checked. See design.md.
#pragma once

#include "arguments.h"
#include "check/pure/hash_map.h"
#include "check/pure/posted_receives.h"
#include "check/pure/record_groups.h"
#include "check/pure/ref.h"
#include "record.h"

#include <mpi.h>

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace automap::check {

struct Communicator;

using RecordRef = Ref<const ReceivedRecord>;

/// A receive of the program that has matched a message, until it is checked.
struct Receive {
  Ref<Communicator> communicator;
  ArgumentRef argument;   // what receives; null while the program has only probed the message
  MPI_Status status{};    // only source and tag are valid if the size is not known
  bool size_known = true; // whether the size of the message is known
  bool truncated = false; // whether MPI says that the message is truncated
  bool settled = false;   // whether it has been checked
  RecordRef record;       // set if the record comes before the program has received the message

  SourceAndTag envelope() const { return {status.MPI_SOURCE, status.MPI_TAG}; }
};
using ReceiveRef = Ref<Receive>;

/// A number of receives in a row that are alike, or of records.
struct ReceiveRun {
  ReceiveRef receive;
  std::int64_t times = 1;
};
struct RecordRun {
  RecordRef record;
  std::int64_t times = 1;
};

/// A number of collective calls in a row that are alike.
struct CallRun {
  ArgumentRef argument;
  std::int64_t times = 1;
};

/// The collective calls of this rank and of the rank before it that have not been compared.
struct CollectiveCalls {
  std::deque<CallRun> mine;
  std::deque<RecordRun> theirs;
  std::int64_t count = 0; // number of calls of this rank
  ArgumentRef same_mine;  // two that have been compared
  RecordRef same_theirs;
  bool differ = false;       // they call different functions, so later calls are not compared
  bool are_all_here = false; // the rank before makes no more calls, and the records of all have come

  /// Whether all calls of both ranks have been found to be the same function.
  bool are_same() const { return !differ && mine.empty() && theirs.empty(); }
};

/// A group that MPI is sending.
struct OutgoingGroup {
  MPI_Request request = MPI_REQUEST_NULL;
  std::vector<char> bytes;
};

/// A check of a collective call whose records are under way.
class PendingCollective {
public:
  virtual ~PendingCollective() = default;

  /// Compares the records if all are here. Returns whether nothing is left to be done. Local.
  virtual bool poll() = 0;
};

struct Communicator {
  MPI_Comm handle = MPI_COMM_NULL; // the program's; null once it is freed
  MPI_Comm shadow = MPI_COMM_NULL; // null once it is freed
  int rank = 0, size = 0;
  int rank_before() const { return (rank + size - 1) % size; }
  int rank_after() const { return (rank + 1) % size; }
  bool has_topology = false;
  /// Whether this rank has sent or received past the checker, so that its messages are not checked.
  bool is_bypassed = false;

  PostedReceives<ReceiveRef> receives;
  struct Blocking {
    SourceAndTag pattern;
    PostedReceives<ReceiveRef>::Place place;
  };
  std::optional<Blocking> blocking; // the call that has not returned; not if threads run at the same time
  /// A writer for each rank; empty until the first is needed.
  std::vector<std::unique_ptr<GroupWriter<ArgumentRef>>> unsent;
  std::vector<std::unique_ptr<GroupReader<ReceivedRecord>>> arriving; // a reader for each rank; likewise
  std::vector<int> with_unsent;                                       // the ranks with unsent records
  std::deque<OutgoingGroup> outgoing;                                 // the oldest first
  std::vector<long long> groups_sent; // the number of groups for each rank; sized as `unsent`
  long long groups_received = 0;

  // The receives of each envelope, in order, whose records have not come; and the records that have come before their
  // receives are known.
  HashMap<SourceAndTag, std::deque<ReceiveRun>, SourceAndTagHash> wanting;
  HashMap<SourceAndTag, std::deque<RecordRun>, SourceAndTagHash> stored;
  std::int64_t wanting_count = 0;
  int calls_since_look = 0;
  long long looked_at = 0; // when a group was last looked for, by coarse_clock_ns()

  CollectiveCalls calls;
  std::list<std::unique_ptr<PendingCollective>> collectives;

  // The ranks form the sum of the groups that each of them has to expect, after the program has freed the communicator.
  MPI_Request adding_up = MPI_REQUEST_NULL;
  bool is_retiring = false, is_added_up = false;
  long long groups_expected = 0;

  /// Compares the collective calls whose records have come.
  void poll_collectives();
};
using CommunicatorRef = Ref<Communicator>;

/// The communicators that have a shadow, by handle. Not for several threads at once.
class Communicators {
public:
  /// Returns a communicator, or null if it has no shadow.
  Communicator *find(MPI_Comm handle) { return find_ref(handle).get(); }
  const CommunicatorRef &find_ref(MPI_Comm handle) { return handle == last_handle_ ? *last_ : find_other(handle); }

  void add(MPI_Comm handle, MPI_Comm shadow);
  CommunicatorRef remove(MPI_Comm handle);

  std::vector<CommunicatorRef> all() const;

private:
  const CommunicatorRef &find_other(MPI_Comm handle);
  void forget_last();

  std::unordered_map<MPI_Comm, CommunicatorRef> entries_;
  const CommunicatorRef none_;
  MPI_Comm last_handle_ = MPI_COMM_NULL; // the one found last
  const CommunicatorRef *last_ = &none_;
};

} // namespace automap::check
