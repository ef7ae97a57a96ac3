// What the wrappers of MPI's functions share. They are made of wrapped.table. A wrapper does its part and calls the PMPI_
// function of its name. While there is no checker, it only calls that function.
#pragma once

#include "check/ends/fatal_errors.h"
#include "check/state/checker.h"

#include "calls/completion.h"
#include "mpi/base/mpi_version.h"
#include "mpi/base/next_function.h"
#include "mpi/open_mpi.h"

#define AUTOMAP_WRAPPER extern "C" __attribute__((visibility("default")))

// MPI's own function, inside of the wrapper that stands before it. A library for the standard ABI is chosen when the
// program starts, and need not have all names.
#if AUTOMAP_STANDARD_MPI_ABI
#define AUTOMAP_MPI_CALL(name)                                                                                         \
  ([] {                                                                                                                \
    static const auto own = reinterpret_cast<decltype(&PMPI_##name)>(::automap::mpi::next_function("PMPI_" #name));    \
    return own;                                                                                                        \
  }())
#else
#define AUTOMAP_MPI_CALL(name) PMPI_##name
#endif

namespace automap::check {

using calls::error_class;

/// Calls note(checker) under the lock, if there is a checker.
template <typename Note> void with_checker(Note note) {
  if (Checker *const checker = check::checker()) {
    const Lock lock(*checker);
    note(*checker);
  }
}

/// Does the same after a call that has returned MPI_SUCCESS. Returns `code`, which the call has returned.
template <typename Note> int after(int code, Note note) {
  if (code == MPI_SUCCESS)
    with_checker(note);
  return code;
}

/// Notes that a call has created a handle, which the program has to free. Returns `code`.
template <typename Handle>
int note_created(CreatedHandles<Handle> Checker::*handles, const Call &call, int code, const Handle *handle) {
  return after(code, [&](Checker &known) { (known.*handles).note_created(*handle, call); });
}

/// Notes that the program frees a handle. Call it before MPI does, which may give the same handle to another thread.
template <typename Handle> void note_freed(CreatedHandles<Handle> Checker::*handles, const Handle *handle) {
  if (handle)
    with_checker([&](Checker &known) { (known.*handles).note_freed(*handle); });
}

} // namespace automap::check
