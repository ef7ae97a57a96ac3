// What calls that create and free handles have to do.
#pragma once

#include "wrap.h"

namespace automap::check {

/// Notes that `call` has returned a handle which the program has to free. Takes the lock.
template <typename Handle>
void note_created(CreatedHandles<Handle> Checker::*handles, Handle handle, const Call &call) {
  if (Checker *const checker = check::checker()) {
    const Lock lock(*checker);
    (checker->*handles).note_created(handle, call);
  }
}

/// Notes that the program frees a handle. Call it before MPI does, which may give the same handle to another thread.
template <typename Handle> void note_freed(CreatedHandles<Handle> Checker::*handles, Handle handle) {
  if (Checker *const checker = check::checker()) {
    const Lock lock(*checker);
    (checker->*handles).note_freed(handle);
  }
}

} // namespace automap::check
