// Datatypes of bytes, for collective calls in which every rank gives MPI bytes (collective.h).
#pragma once

#include "owned_type.h"

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace automap::mpi {

// All return committed datatypes, and throw what encode() throws.

/// Returns a datatype of `n` adjacent bytes that begin at `displacement` and count `extent` bytes in arrays.
std::unique_ptr<const OwnedType> make_bytes(std::int64_t n, std::int64_t displacement, std::int64_t extent);

/// Returns a datatype of bytes at the places of the data of `type`, in their order, with the bounds of `type`.
std::unique_ptr<const OwnedType> make_byte_image(MPI_Datatype type);

} // namespace automap::mpi
