// Checks of calls that name both sides, or only their own.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Reports two parts of one call that differ. `my_role` and `their_role` say what they are in the call.
void compare_local(Checker &checker, Call call, Kind kind, const Part &mine, const char *my_role, const Part &theirs,
                   const char *their_role);

/// Reports a receive which writes what a pending one writes, too.
void check_buffer(Checker &checker, const Argument &argument, const void *buffer);

/// Does the same for the receive of a request that is pending now, and notes its buffer.
void note_buffer(Checker &checker, FollowedRequest &request);

/// Reports a part at the target of a one-sided call that reaches beyond the window. It lies `place` units of
/// displacement after the window's begin.
void check_target(Checker &checker, const Call &call, MPI_Win window, int target, std::int64_t place, const Part &part);

/// Whether a call reads the memory that its arguments name, or writes it.
enum class Access { reads, writes };

/// Reports a datatype that must not be used like this, in a call that is not checked otherwise. Takes the lock.
void check_part(Call call, Access access, MPI_Datatype type, std::int64_t count);

} // namespace automap::check
