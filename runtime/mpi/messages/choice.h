// How the data of a message are given to MPI: in their place, packed, or left to MPI, whichever is sooner by estimates.
//
// Some MPI libraries cannot receive data with holes, sent without, that they cut inside of an element (fragments.h).
// There, what may be cut is sent as a datatype that tells of the elements (uncut_type.h), but for long messages to
// receivers that are known to be AM_Recv, and what is received goes into memory without holes.
//
// What the estimates choose wrongly costs little: data that are left to MPI take as long as with MPI, and a
// packed message what one without holes does and AM_Pack and AM_Unpack beside. The environment variable
// AUTOMAP_SEND (mpi, packed) overrules them where MPI packs better than here, or worse.
#pragma once

#include "uncut_type.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace automap::mpi {

/// Packed data travel as one message, or in parts that stay in the caches, one after the other or by a pipeline.
enum class Travel { whole, in_parts, pipelined };

/// How data are given to MPI: in their place, packed, or as what they are.
enum class Way { in_place, packed, by_mpi };

/// Of `count` items, `size` bytes. Throws UsageFailure if the environment variable is neither, as the others do.
Way way_of(const layout::Plan &plan, int count, std::int64_t size, Travel travel);

/// A message that is sent whole, or received.
struct Travelling {
  Way way;
  std::shared_ptr<const OwnedType> uncut; // what MPI is told to be sent; null: MPI_PACKED
};

Travelling way_to_send(const layout::Plan &plan, int count, MPI_Datatype type, std::int64_t size,
                       MPI_Comm comm);

/// `may_be_announced`: what arrives may be an announcement of parts.
Way way_to_receive(const layout::Plan &plan, int count, MPI_Datatype type, std::int64_t size,
                   bool may_be_announced);

} // namespace automap::mpi
