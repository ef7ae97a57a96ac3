// Computes the type signature of a datatype once, and keeps it with the datatype.
#pragma once

#include "layout/compare.h"
#include "layout/signature.h"

#include <mpi.h>

#include <cstdint>

namespace automap::mpi {

/// Returns the signature of `count` >= 0 elements of `type`, committed or not. The first call for a derived datatype
/// decodes it. The result is kept in two attributes, which duplicates inherit, so later calls only read these. Several
/// threads may call it at once if MPI allows that. Throws what decode() throws.
layout::Signature signature_of(MPI_Datatype type, std::int64_t count = 1);

/// Returns the signature of the first `elements` basic elements of `count` elements of `type`; see
/// layout::prefix_signature(). Decodes the datatype unless the prefix consists of whole elements.
layout::Signature prefix_signature_of(MPI_Datatype type, std::int64_t count, std::int64_t elements);

/// Compares `first_count` elements of `first` with `second_count` elements of `second`. Displacements in the result
/// count from the address of the buffer, extents included. Decodes both datatypes unless their signatures are equal.
layout::Comparison compare(MPI_Datatype first, std::int64_t first_count, MPI_Datatype second,
                           std::int64_t second_count);

} // namespace automap::mpi
