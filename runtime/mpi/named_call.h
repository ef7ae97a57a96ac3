// Tells a tool between the program and MPI (runtime/check) what the program has named as the data of a message, where
// MPI is given MPI_PACKED, which matches anything.
#pragma once

#include <mpi.h>

namespace automap::mpi {

/// Nothing, unless `is_named`.
struct NamedData {
  NamedData() = default;
  NamedData(MPI_Datatype type, int count) : type(type), count(count), is_named(true) {}

  MPI_Datatype type{};
  int count = 0;
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

/// MPI_Pcontrol(named_call_level, TellNamedCall *) asks the tool for it (MPI 4.0, section 15.2.4); without one it
/// does nothing. Another number whenever the types above change.
constexpr int named_call_level = 0x414d0001;

/// Null without such a tool. Between MPI_Init and MPI_Finalize.
inline TellNamedCall tell_named_call() {
  static const TellNamedCall out = [] {
    TellNamedCall asked = nullptr;
    MPI_Pcontrol(named_call_level, &asked);
    return asked;
  }();
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

} // namespace automap::mpi
