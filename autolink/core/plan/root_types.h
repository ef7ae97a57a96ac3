// Several roots that travel as one structure: an array of pointers to them, as a record.
#pragma once

#include "autolink/al_type.h"

#include <span>

namespace autolink {

/// Returns the type of a record of pointers to nodes of these types, which is made once and kept to the end of the
/// program. Throws Failure (AL_ERR_ARGUMENT) if there is none, or one is null.
AL_Type type_of_roots(std::span<const AL_Type> types);

} // namespace autolink
