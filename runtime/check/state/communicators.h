// The program's communicators and their shadows, on which records travel.
//
// A shadow has the same groups in the same order, and the program never sees it. Communicators that reach beyond
// MPI_COMM_WORLD have none, so their messages are not checked. See design.md.
#pragma once

#include "arguments.h"
#include "check/pure/call_lane.h"
#include "check/pure/hash_map.h"
#include "check/pure/posted_receives.h"
#include "check/pure/record_groups.h"
#include "check/pure/ref.h"
#include "record.h"

#include <mpi.h>

#include <cstdint>
#include <deque>
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

/// What reports say about data: that they are "received", "sent" and the like.
struct Roles {
  const char *mine, *theirs;
};

/// What this rank expects of another in a collective call.
struct ExpectedData {
  ArgumentRef argument;
  const Roles *roles;
  bool is_first; // of what the call expects, so that the call is counted once
  friend bool operator==(const ExpectedData &, const ExpectedData &) = default;
};

/// What travels between this rank and another in collective calls.
struct DataLane {
  std::int64_t last_sent = 0; // the number of the last call for which a record was sent
  CallLane<ExpectedData, RecordRef> data;
};

struct Communicator {
  MPI_Comm handle = MPI_COMM_NULL; // the program's; null once it is freed
  MPI_Comm shadow = MPI_COMM_NULL; // null once it is freed
  bool is_inter = false;           // between two groups: all ranks are those of the other group
  int rank = 0, size = 0;          // of two groups: -1, and the size of the other one
  int rank_in_group = 0;
  int rank_before() const { return (rank + size - 1) % size; }
  int rank_after() const { return (rank + 1) % size; }

  /// Whether this rank is the root that a collective call names, and whether it exchanges data with the root.
  bool is_root(int root) const { return is_inter ? root == MPI_ROOT : root == rank; }
  bool has_root(int root) const { return !is_inter || (root != MPI_ROOT && root != MPI_PROC_NULL); }

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
  std::int64_t data_calls = 0;                  // the number of this rank's calls that move data
  std::vector<std::unique_ptr<DataLane>> lanes; // one for each rank; empty until the first is needed
  std::int64_t expected_data = 0;               // how much is expected of other ranks and has not been compared
  // Of the call that is being noted: the ranks of which it expects data, and what this rank sends to itself and expects.
  std::vector<int> expected_of;
  std::vector<ArgumentRef> own_sent, own_expected;

  // The ranks form the sum of the groups that each of them has to expect, after the program has freed the communicator.
  MPI_Request adding_up = MPI_REQUEST_NULL;
  bool is_retiring = false, is_added_up = false;
  long long groups_expected = 0;
  std::vector<long long> groups_of_others; // of two groups: the number of groups from each rank
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
