// Checks of calls that name both sides themselves.
#pragma once

#include "checker.h"

namespace automap::check {

/// Tells if two parts that one call names differ. `my_role` and `their_role` say what they are in it.
void compare_local(Checker &checker, Call call, Kind kind, const Part &mine, const char *my_role,
                   const Part &theirs, const char *their_role);

} // namespace automap::check
