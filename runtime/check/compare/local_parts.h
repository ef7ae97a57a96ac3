// Checks of calls that name both sides themselves, or one alone.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Tells if two parts that one call names differ. `my_role` and `their_role` say what they are in it.
void compare_local(Checker &checker, Call call, Kind kind, const Part &mine, const char *my_role,
                   const Part &theirs, const char *their_role);

enum class Access { reads, writes };

/// Tells of a datatype that must not be used so, in a call of which nothing else is checked. Takes the lock.
void look_at_part(Call call, Access access, MPI_Datatype type, std::int64_t count);

} // namespace automap::check
