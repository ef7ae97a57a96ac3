// The arguments of the program's calls that name data. A program repeats most of its calls. So what is known about the
// arguments is computed once and is the same object each time: the same pointer means that nothing is new.
#pragma once

#include "check/pure/ref.h"
#include "source.h"
#include "types.h"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace automap::check {

/// What one call says about data that it sends or receives.
struct Argument {
  Call call;
  Part part;
  int announcement_bytes = 0;   // length of what announces a message in parts, see mpi/base/named_call.h
  int root = -1, operation = 0; // of collective calls, see record.h
};
using ArgumentRef = Ref<const Argument>;

/// The arguments of recent calls. Not for several threads at once.
class Arguments {
public:
  struct Key {
    const char *call_name = nullptr; // null: an empty entry
    const void *call_address = nullptr;
    MPI_Datatype type{};
    std::int64_t count = 0;
    int announcement_bytes = 0;
    bool receives = false;
    const CallStack *stack = nullptr; // the stack of the call, if it may have to be reported later
    int root = -1, operation = -1;    // of collective calls; messages have no operation

    friend bool operator==(const Key &, const Key &) = default;
  };
  struct Entry {
    Key key;
    std::uint64_t types_version = 0; // TypeTable::version() when the argument was last confirmed
    ArgumentRef argument;
  };

  /// Returns the one entry that can hold an argument with this key.
  Entry &entry(const Key &key) {
    const auto x = reinterpret_cast<std::uintptr_t>(key.call_address) * 0x9e3779b97f4a7c15 ^
                   static_cast<std::uint64_t>(key.count) * 0xff51afd7ed558ccd ^ number_of(key.type) << 20 ^
                   number_of(key.stack) << 4 ^ static_cast<std::uint64_t>(key.root) << 40 ^
                   static_cast<std::uint64_t>(key.receives) << 50;
    return entries_[(x ^ x >> 29) * 0xbf58476d1ce4e5b9 >> (64 - log_size)];
  }

private:
  static std::uint64_t number_of(std::uint64_t handle) { return handle; }
  static std::uint64_t number_of(const void *handle) { return reinterpret_cast<std::uintptr_t>(handle); }

  static constexpr int log_size = 8;
  std::array<Entry, std::size_t{1} << log_size> entries_;
};

} // namespace automap::check
