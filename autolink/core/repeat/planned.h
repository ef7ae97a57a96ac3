// What AL_Plan_create makes: a recorded structure, and what has been sent and received of it.
#pragma once

#include "recorded.h"

#include "core/base/memory.h"

#include "autolink/al_stream.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace autolink {

/// What stands before the contents.
struct ContentHead {
  std::uint64_t shape;
  std::uint64_t n_nodes;
  std::uint64_t plan;    // a number of the sender's plan that no other has
  std::uint64_t version; // the number of this send, from 1 on
  std::uint64_t base;    // the contents are what has changed since that send; 0: they are all
};
static_assert(sizeof(ContentHead) == 40);

/// What stands before a run of nodes if the contents are not all. Nodes are numbered by class, then by label.
struct RunHead {
  std::uint32_t gap;   // nodes that are left out since the last run
  std::uint32_t count; // nodes of this run, the last of which may go on in the next packet
};
static_assert(sizeof(RunHead) == 8);

/// Where contents are sent to.
struct ContentReceiver {
  std::uint64_t comm; // its number in this process
  int rank, tag;
  auto operator<=>(const ContentReceiver &) const = default;
};

/// What has been sent of a plan. Each send has a number, its version.
struct SentContents {
  std::mutex mutex;
  std::uint64_t plan = 0; // the plan's number, once something is sent
  std::uint64_t version = 0;
  Arena memory;                        // of what follows
  std::byte *copy = nullptr;           // contents as they were last sent; null until something is sent
  std::uint64_t *changed_in = nullptr; // by node: the version in which the copy changed; null until changes are sent
  std::map<ContentReceiver, std::uint64_t> sent_to; // the last version for each receiver, since changes are sent
};

/// What has been received by a plan.
struct ReceivedContents {
  std::uint64_t plan = 0, version = 0; // whose contents the nodes have
  bool is_receiving = false;           // guarded by `mutex`
  std::mutex mutex;
  std::unique_ptr<std::byte[]> old; // room for the contents that are being replaced, in case the transfer fails
  std::uint64_t old_bytes = 0;
};

struct PlannedStructure {
  PlannedStructure(const NodePlan &plan, void *root);

  /// Returns what the messages say of their contents.
  AL_ContentType type() const { return {type_hash, type_name.c_str(), nullptr}; }

  RecordedStructure recorded;
  std::string type_name;
  std::uint64_t type_hash;
  SentContents sent;
  ReceivedContents received;
};

/// A place in the contents of a structure: a unit of a node.
struct ContentPlace {
  std::uint32_t node_class = 0;
  std::uint64_t label = 0;
  std::uint64_t unit = 0;
};

} // namespace autolink
