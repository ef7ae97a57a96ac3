// Datatypes of data without holes whose elements MPI's fragments do not split. They are for MPI libraries whose
// receivers fail if an element is split (fragments.h).
//
// Such a library splits anywhere what it takes for data without holes. It packs data with holes fragment by fragment,
// only whole elements, with one call for each element or contiguous block: as slowly as the datatype from which the
// data were packed. There is something in between: one item of a datatype without holes, except at the end of its
// extent. MPICH's packing (yaksa) copies data without holes at once, and looks at the elements only where a fragment
// ends. It takes a struct for such data if its bounds, padded as in C, have no holes. So several items become one
// struct, whose length is a multiple of its alignment.
#pragma once

#include "owned_type.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <memory>

namespace automap::mpi {

/// Returns a committed datatype, one item of which is the packed data of `count` of `type`, whose plan is `plan`.
/// Returns null if none would be faster than `type`: MPI takes pairs for one element, or there are too many different
/// parts. The last ones are kept for the next messages. Several threads may call it. Throws what decode() and encode()
/// throw.
std::shared_ptr<const OwnedType> fragmentable_type(MPI_Datatype type, const layout::Plan &plan, int count);

} // namespace automap::mpi
