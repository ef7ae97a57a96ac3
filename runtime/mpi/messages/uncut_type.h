// Data without holes as datatypes that MPI cuts between elements: for MPI libraries whose receivers lose what is cut
// inside of one (fragments.h).
//
// What such a library takes for data without holes, it cuts anywhere. What has holes it packs fragment by fragment, no
// more than whole elements, one call for each element or contiguous block: as slowly as the datatype that the data
// were packed from. In between are data without holes whose datatype has some behind its end, in its extent, of which
// one is sent: MPICH's packing (yaksa) copies what has no holes in one piece, and looks at its elements where a
// fragment ends only. It takes structs for such data if their bounds, padded as C pads them, have no holes; so several
// items are one struct, as long as a multiple of its alignment.
#pragma once

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <memory>

namespace automap::mpi {

/// A datatype that is freed here.
class OwnedType {
public:
  explicit OwnedType(MPI_Datatype type) : type_(type) {}
  OwnedType(const OwnedType &) = delete;
  OwnedType &operator=(const OwnedType &) = delete;
  ~OwnedType() { MPI_Type_free(&type_); }
  operator MPI_Datatype() const { return type_; }

private:
  MPI_Datatype type_;
};

/// The datatype, committed, one of which is the packed data of `count` of `type`, whose plan this is. Null if there is
/// none that would be faster than `type`: MPI takes pairs for one element, or there are too many different parts. The
/// last ones are kept for the next messages. Throws what decode() and encode() throw; may be called by several threads.
std::shared_ptr<const OwnedType> uncut_type(MPI_Datatype type, const layout::Plan &plan, int count);

} // namespace automap::mpi
