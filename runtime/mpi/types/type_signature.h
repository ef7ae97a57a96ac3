// The type signature of a datatype, found once and kept with it.
#pragma once

#include "layout/compare.h"
#include "layout/signature.h"

#include <mpi.h>

#include <cstdint>

namespace automap::mpi {

/// Of `count` >= 0 elements of `type`, committed or not. The first call for a derived datatype decodes it;
/// the result is then kept in two attributes of the datatype, which duplicates inherit, so that later calls
/// cost two reads of attributes. From several threads at once where MPI allows that. Throws what decode()
/// does.
layout::Signature signature_of(MPI_Datatype type, std::int64_t count = 1);

/// Of the first `elements` basic elements of `count` elements of `type`, as layout::prefix_signature().
/// Decodes the datatype unless the prefix consists of whole elements.
layout::Signature prefix_signature_of(MPI_Datatype type, std::int64_t count, std::int64_t elements);

/// Of `first_count` elements of `first` and `second_count` of `second`. The displacement of an element is
/// counted from the buffer's address, extents included. Decodes both unless their signatures are equal.
layout::Comparison compare(MPI_Datatype first, std::int64_t first_count, MPI_Datatype second,
                           std::int64_t second_count);

} // namespace automap::mpi
