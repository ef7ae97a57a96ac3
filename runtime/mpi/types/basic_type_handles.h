// Maps the predefined datatypes of the MPI library to basic types, and back.
#pragma once

#include "layout/basic_type.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <optional>

namespace automap::mpi {

/// Returns the basic type of a predefined datatype, or nothing for derived datatypes and pair types. basic_type_of()
/// also asks MPI for the size. It throws CallFailure, or UsageFailure if the extent differs from the size.
std::optional<layout::BasicTypeId> basic_type_id_of(MPI_Datatype type);
std::optional<layout::BasicType> basic_type_of(MPI_Datatype type);

/// Returns the predefined datatype of a basic type, or MPI_DATATYPE_NULL if this MPI library has none.
MPI_Datatype handle_of(layout::BasicTypeId id);

/// Returns the layout of a predefined pair type, such as MPI_DOUBLE_INT or MPI_2REAL: a value and an index, or two
/// values. Returns nothing for other datatypes. Throws CallFailure.
std::optional<layout::TypeTree> pair_type_of(MPI_Datatype type);

} // namespace automap::mpi
