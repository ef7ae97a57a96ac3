// Who called which MPI function. Noted at each call, and turned into source lines only for a report.
#pragma once

#include "call_stack.h"

#include "mpi/base/named_call.h"

#include <mpi.h>

#include <utility>

namespace automap::source {

struct Call {
  const char *name = "";            // a literal, with "MPI_", or "AM_"
  const void *address = nullptr;    // the return address
  const CallStack *stack = nullptr; // null: not known

  bool is_of_automap() const { return name[0] == 'A'; }
};

/// The call of AutoMap for which this thread calls MPI.
inline thread_local mpi::NamedCall named_call __attribute__((tls_model("initial-exec")));

/// Replaces the arguments of an MPI call by those that the program has named in a call of AutoMap, if there is one.
/// Does so once, because AutoMap may leave this MPI call by the program's error handler. Returns how many bytes
/// announce a message that AutoMap sends in parts.
template <typename Count>
int take_named(mpi::NamedData mpi::NamedCall::*data, Call &call, MPI_Datatype &type, Count &count) {
  mpi::NamedData &named = named_call.*data;
  if (!named.is_named) [[likely]]
    return 0;
  named.is_named = false;
  call = {named_call.name, named_call.address, call.stack};
  type = named.type;
  count = named.count;
  return named.announcement_bytes;
}

/// Does the same for the blocks of a collective call.
inline void take_named(Call &call, mpi::NamedBlocks &sent, mpi::NamedBlocks &received) {
  if (!named_call.sent_blocks) [[likely]]
    return;
  sent = *std::exchange(named_call.sent_blocks, nullptr);
  received = *named_call.received_blocks;
  call = {named_call.name, named_call.address, call.stack};
}

} // namespace automap::source

/// This call of the MPI function in whose body the macro stands.
#define AUTOMAP_THIS_CALL(name)                                                                                        \
  ::automap::source::Call {                                                                                            \
    "MPI_" #name, __builtin_return_address(0), ::automap::source::stack_of_call(__builtin_dwarf_cfa())                 \
  }
