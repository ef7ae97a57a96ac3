// Who called which MPI function: noted at each call, turned into source lines only for a report.
#pragma once

#include "call_stack.h"

namespace automap::check {

struct Call {
  const char *name = "";            // a literal, with "MPI_"
  const void *address = nullptr;    // behind the call instruction
  const CallStack *stack = nullptr; // null: not known
};

} // namespace automap::check

/// In the body of an MPI function: this call of it.
#define AUTOMAP_THIS_CALL(name)                                                                              \
  ::automap::check::Call {                                                                                   \
    "MPI_" #name, __builtin_return_address(0), ::automap::check::stack_of_call(__builtin_dwarf_cfa())        \
  }
