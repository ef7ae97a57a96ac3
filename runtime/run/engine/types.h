// The datatypes that the program may use in messages: MPI's own, and those that are committed. What is not known here is
// left to MPI: datatypes that are not committed, and handles that are wrong. So MPI reports all errors as without us.
#pragma once

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

namespace automap::run {

/// A datatype that may be used in messages.
class KnownType {
public:
  KnownType(std::int64_t size, bool is_plain) : size_(size), is_plain_(is_plain) {}

  /// Returns the bytes of data in one item.
  std::int64_t size() const { return size_; }

  /// Whether this is a basic type, which needs no plan: an array of it is adjacent bytes.
  bool is_plain() const { return is_plain_; }

  /// Returns the plan of `type`, which is this datatype and not plain. Returns null if MPI is to pack: so little of it,
  /// with these `count` items, has been sent yet that making the plan would take longer, or it cannot be made. `at_once`:
  /// makes it in any case.
  const layout::Plan *plan_for(MPI_Datatype type, std::int64_t count, bool at_once) {
    const State state = state_.load(std::memory_order_acquire);
    if (state == State::ready)
      return plan_.get();
    return state == State::new_type ? make(type, count, at_once) : nullptr;
  }

  std::string text; // what a report calls it; empty: not needed yet

private:
  enum class State : std::uint8_t { new_type, ready, has_none };

  const layout::Plan *make(MPI_Datatype type, std::int64_t count, bool at_once);

  std::int64_t size_;
  bool is_plain_;
  std::atomic<std::int64_t> seen_{0};
  std::atomic<State> state_{State::new_type};
  std::shared_ptr<const layout::Plan> plan_;
};

/// Notes that `type` is committed now.
void note_committed(MPI_Datatype type);

/// Forgets a datatype that is about to be freed. Returns whether it was known.
bool forget(MPI_Datatype type);

/// Counts changes to what find_type() returns.
inline std::atomic<unsigned long> types_version{1};

/// Returns what is known of a datatype, or null if it is not committed, or no datatype. It stays valid while the
/// datatype lives.
KnownType *find_type_slowly(MPI_Datatype type);
inline KnownType *find_type(MPI_Datatype type) {
  struct Recent {
    MPI_Datatype type{};
    KnownType *known = nullptr;
    unsigned long version = 0;
  };
  static constinit thread_local Recent recent[16];
  const auto bits = (std::uintptr_t)type; // a pointer or a number
  Recent &entry = recent[(bits ^ bits >> 4 ^ bits >> 8) % std::size(recent)];
  const unsigned long version = types_version.load(std::memory_order_acquire);
  if (entry.type != type || entry.version != version) [[unlikely]]
    entry = {type, find_type_slowly(type), version};
  return entry.known;
}

/// Data with gaps in the program's memory; empty if they have none, or are left to MPI for another reason.
struct Gapped {
  const layout::Plan *plan = nullptr;
  std::int64_t count = 0;
  std::int64_t size = 0; // bytes without the gaps

  explicit operator bool() const { return plan; }
};

/// Returns the data of a call's arguments if they have gaps and MPI's functions for an int of bytes can carry them.
/// `at_once`: also if little has been sent of this datatype yet.
Gapped gapped(const void *buffer, MPI_Count count, MPI_Datatype type, bool at_once = false);

/// Data as adjacent bytes of memory.
struct AdjacentBytes {
  void *data = nullptr;
  int size = 0;
};

/// Returns the data of a call's arguments as adjacent bytes; nothing if they have gaps, if MPI is to report an error, or
/// if they are more than an int.
std::optional<AdjacentBytes> adjacent(const void *buffer, MPI_Count count, MPI_Datatype type);

} // namespace automap::run
