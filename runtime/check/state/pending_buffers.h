// Where pending receives write. Two of them must not write the same bytes (MPI 4.0, section 3.7.2).
#pragma once

#include "requests.h"
#include "types.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace automap::check {

/// The buffers of pending receives. Not for several threads at once.
class PendingBuffers {
public:
  /// Returns a pending receive that is to write bytes which a new one writes, too; null: none, or too much to compare.
  const FollowedRequest *find_overlap(const void *buffer, const Part &part) const;

  /// Adds the buffer of a receive that is pending now, and removes it.
  void add(FollowedRequest &request);
  void remove(FollowedRequest &request);

private:
  std::multimap<std::intptr_t, const FollowedRequest *> by_begin_;
  std::int64_t longest_ = 0; // length of the longest buffer since there were none
};

} // namespace automap::check
