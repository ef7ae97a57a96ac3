// The predefined datatypes of the MPI library: which basic type each handle is, and back.
#pragma once

#include "layout/basic_type.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <optional>

namespace automap::mpi {

/// The basic type behind a predefined handle; nothing for derived datatypes and pair types. basic_type_of()
/// asks MPI for its size and throws CallFailure, or UsageFailure for one whose extent is not its size.
std::optional<layout::BasicTypeId> basic_type_id_of(MPI_Datatype type);
std::optional<layout::BasicType> basic_type_of(MPI_Datatype type);

/// The handle of a basic type; MPI_DATATYPE_NULL if this MPI library has no such type.
MPI_Datatype handle_of(layout::BasicTypeId id);

/// The layout of a predefined pair type, such as MPI_DOUBLE_INT or MPI_2REAL: a value and an index, or two
/// values; nothing for other datatypes. Throws CallFailure.
std::optional<layout::TypeTree> pair_type_of(MPI_Datatype type);

} // namespace automap::mpi
