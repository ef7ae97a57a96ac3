// Tells a tool between the program and MPI (runtime/check) which datatype the program has given for a message, or which
// blocks for a collective call. MPI itself may be given MPI_PACKED, which matches anything, or bytes.
#pragma once

#include "named_blocks.h"

#include <dlfcn.h>
#include <mpi.h>

namespace automap::mpi {

/// The count and datatype that the program has given, if `is_named`.
struct NamedData {
  NamedData() = default;
  NamedData(MPI_Datatype type, int count, int announcement_bytes = 0)
      : type(type), count(count), announcement_bytes(announcement_bytes), is_named(true) {}

  MPI_Datatype type{};
  int count = 0;
  int announcement_bytes = 0; // sent to announce a message in parts; 0: it travels whole
  bool is_named = false;
};

/// A call of AutoMap that sends or receives by MPI calls.
struct NamedCall {
  const char *name = nullptr;    // a literal that begins with "AM_"; null: no call
  const void *address = nullptr; // the instruction after the call
  NamedData sent, received;      // data of the next MPI call that sends or receives; AM_Bcast: sent
  const NamedBlocks *sent_blocks = nullptr, *received_blocks = nullptr; // both of the next collective call, or null
};

/// The type of the function of a tool. It is called with a call for which the thread then makes its MPI calls, and with
/// an empty one when that call has ended.
using TellNamedCall = void (*)(const NamedCall &);

/// The name of that function. It changes whenever the types above change.
constexpr const char *tell_named_call_name = "automap_check_tell_named_call_3";

/// Returns the function of the tool, or null if there is no tool.
inline TellNamedCall tell_named_call() {
  static const auto out = reinterpret_cast<TellNamedCall>(dlsym(RTLD_DEFAULT, tell_named_call_name));
  return out;
}

/// Tells the tool, if there is one, for which call the MPI calls are made as long as this object lives.
class Naming {
public:
  Naming(const char *name, const void *address, NamedData sent, NamedData received) : tell_(tell_named_call()) {
    if (tell_) [[unlikely]]
      tell_({name, address, sent, received});
  }
  Naming(const char *name, const void *address, const NamedBlocks *sent, const NamedBlocks *received)
      : tell_(tell_named_call()) {
    if (tell_) [[unlikely]]
      tell_({name, address, {}, {}, sent, received});
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

/// A call of the public interface. Names itself around the MPI calls that send or receive its data.
struct ThisCall {
  Naming name_sent(int count, MPI_Datatype type, int announcement_bytes = 0) const {
    return {name, address, {type, count, announcement_bytes}, {}};
  }
  Naming name_received(int count, MPI_Datatype type) const { return {name, address, {}, {type, count}}; }

  const char *name;
  const void *address;
};

#define AUTOMAP_CALLING                                                                                                \
  automap::mpi::ThisCall { __func__, __builtin_return_address(0) }

} // namespace automap::mpi
