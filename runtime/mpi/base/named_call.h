// Tells a tool between the program and MPI (runtime/check) what the program has named as the data of a message, where
// MPI is given MPI_PACKED, which matches anything.
#pragma once

#include <dlfcn.h>
#include <mpi.h>

namespace automap::mpi {

/// Nothing, unless `is_named`.
struct NamedData {
  NamedData() = default;
  NamedData(MPI_Datatype type, int count, int announcement_bytes = 0)
      : type(type), count(count), announcement_bytes(announcement_bytes), is_named(true) {}

  MPI_Datatype type{};
  int count = 0;
  int announcement_bytes = 0; // so many are sent to announce a message in parts; 0: it travels whole
  bool is_named = false;
};

/// A call of AutoMap's that sends or receives by one of MPI's.
struct NamedCall {
  const char *name = nullptr;    // a literal, with "AM_"; null: none
  const void *address = nullptr; // behind the call instruction
  NamedData sent, received;      // each by the next call of MPI that sends or receives; of AM_Bcast: sent
};

/// A tool's function: this thread's next calls of MPI, until it is told of none, are made for such a call.
using TellNamedCall = void (*)(const NamedCall &);

/// What such a tool calls its function. Another name whenever the types above change.
constexpr const char *tell_named_call_name = "automap_check_tell_named_call_2";

/// Null without such a tool.
inline TellNamedCall tell_named_call() {
  static const auto out = reinterpret_cast<TellNamedCall>(dlsym(RTLD_DEFAULT, tell_named_call_name));
  return out;
}

/// While it lives, MPI's calls are made for a call of this name.
class Naming {
public:
  Naming(const char *name, const void *address, NamedData sent, NamedData received)
      : tell_(tell_named_call()) {
    if (tell_) [[unlikely]]
      tell_({name, address, sent, received});
  }
  ~Naming() {
    if (tell_) [[unlikely]]
      tell_({});
  }
  Naming(const Naming &) = delete;
  Naming &operator=(const Naming &) = delete;

private:
  TellNamedCall tell_;
};

/// A call of this interface, for Naming around those of MPI that send or receive its data.
struct ThisCall {
  Naming sends(int count, MPI_Datatype type, int announcement_bytes = 0) const {
    return {name, address, {type, count, announcement_bytes}, {}};
  }
  Naming receives(int count, MPI_Datatype type) const { return {name, address, {}, {type, count}}; }

  const char *name;
  const void *address;
};

#define AUTOMAP_CALLING                                                                                      \
  automap::mpi::ThisCall { __func__, __builtin_return_address(0) }

} // namespace automap::mpi
