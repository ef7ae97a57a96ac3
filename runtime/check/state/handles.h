// The handles of communicators, groups and the like that the program has to free.
#pragma once

#include "source.h"

#include <unordered_map>

namespace automap::check {

/// The handles of one kind that calls have returned and that are not freed. Not for several threads at once.
template <typename Handle> class CreatedHandles {
public:
  void note_created(Handle handle, const Call &call) {
    Entry &entry = entries_[handle];
    if (entry.count++ == 0)
      entry.call = call;
  }

  void note_freed(Handle handle) {
    const auto found = entries_.find(handle);
    if (found != entries_.end() && --found->second.count == 0)
      entries_.erase(found);
  }

  /// Calls leaked(call, count) for each handle. The call is the first that has returned it, of `count`.
  template <typename Leaked> void for_each(Leaked leaked) const {
    for (const auto &[handle, entry] : entries_)
      leaked(entry.call, entry.count);
  }

private:
  struct Entry {
    Call call;
    int count = 0; // some calls return a handle that the program has already
  };
  std::unordered_map<Handle, Entry> entries_;
};

} // namespace automap::check
