// Names the fields of the record that a datatype describes, if AM_Type_set_fields has been called for it.
#pragma once

#include "automap/automap.h"

#include <cstdint>
#include <string>

namespace automap::mpi {

/// Keeps the address of `record` with `type`. Throws CallFailure.
void set_fields(MPI_Datatype type, const AM_Record *record);

/// Returns the path of the field that holds the byte at `displacement` of one element of `type`, such as "pos[2]" or
/// "cells[3].id". Returns an empty string if it is not known. Throws CallFailure.
std::string field_of(MPI_Datatype type, std::int64_t displacement);

} // namespace automap::mpi
