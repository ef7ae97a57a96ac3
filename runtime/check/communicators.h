// The program's communicators and their shadows, on which signatures travel.
//
// A shadow has the same group, in the same order, and is never seen by the program. Communicators between two
// groups and those that reach beyond MPI_COMM_WORLD have none: their messages are not checked. See README.md.
#pragma once

#include "call.h"
#include "posted_receives.h"
#include "record.h"

#include <mpi.h>

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace automap::check {

struct Communicator;
class CollectiveCheck;

/// A receive of the program: posted, matched, paired with its record, and checked.
struct Receive {
  std::shared_ptr<Communicator> communicator;
  Call call;
  Part part; // of the buffer
  int source = 0, tag = 0;
  MPI_Status status{}; // void where bytes are not known
  bool bytes_known = true;
  bool received = false;  // the program has the message: all above is known
  bool truncated = false; // MPI says so
  bool settled = false;   // checked, or given up
  bool dropped = false;   // no record can be told to be its own: not to be checked
  std::unique_ptr<MessageRecord> record;
};
using ReceiveRef = std::shared_ptr<Receive>;

/// Records for one rank that are not sent yet, one behind the other: each its tag, its size and its bytes.
struct RecordGroup {
  std::vector<char> bytes;
  int count = 0;
};

/// A group that is on its way out.
struct OutgoingGroup {
  MPI_Request request = MPI_REQUEST_NULL;
  std::vector<char> bytes;
};

struct Communicator {
  MPI_Comm handle = MPI_COMM_NULL; // the program's; null once it is freed
  MPI_Comm shadow = MPI_COMM_NULL; // null once it is freed
  int rank = 0, size = 0;
  bool has_topology = false;

  PostedReceives<ReceiveRef> receives;
  std::vector<RecordGroup> unsent;    // by rank; sized at the first one
  std::vector<int> with_unsent;       // the ranks that have some
  long long unsent_since = 0;         // when the first of them was put there
  std::deque<OutgoingGroup> outgoing; // the oldest first
  std::vector<long long> groups_sent; // to each rank; sized as `unsent`
  long long groups_received = 0;

  // Of each envelope in their order: receives whose records are not here yet, or records that are here before
  // their receives are known.
  std::unordered_map<Envelope, std::deque<ReceiveRef>, EnvelopeHash> wanting;
  std::unordered_map<Envelope, std::deque<std::unique_ptr<MessageRecord>>, EnvelopeHash> stored;
  std::size_t wanting_count = 0;
  int calls_since_look = 0;

  std::list<std::unique_ptr<CollectiveCheck>> collectives; // under way

  // Once the program has freed it: the ranks add up how many groups each of them has to expect.
  MPI_Request adding_up = MPI_REQUEST_NULL;
  bool is_retiring = false, is_added_up = false;
  long long groups_expected = 0;

  Communicator();
  ~Communicator();
};
using CommunicatorRef = std::shared_ptr<Communicator>;

/// By handle. Not for several threads at once.
class Communicators {
public:
  /// Null for one that has no shadow.
  Communicator *find(MPI_Comm handle) { return find_ref(handle).get(); }
  const CommunicatorRef &find_ref(MPI_Comm handle);

  void add(MPI_Comm handle, MPI_Comm shadow);
  CommunicatorRef remove(MPI_Comm handle);

  std::vector<CommunicatorRef> all() const;

private:
  std::unordered_map<MPI_Comm, CommunicatorRef> entries_;
};

} // namespace automap::check
