// Who called which MPI function: noted at each call, turned into a source line only for a report.
#pragma once

namespace automap::check {

struct Call {
  const char *name = "";         // a literal, with "MPI_"
  const void *address = nullptr; // behind the call instruction
};

} // namespace automap::check

/// In the body of an MPI function: this call of it.
#define AUTOMAP_THIS_CALL(name)                                                                              \
  ::automap::check::Call { "MPI_" #name, __builtin_return_address(0) }
