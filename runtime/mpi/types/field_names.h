// The fields of the record that a datatype describes, where somebody has told: AM_Type_set_fields.
#pragma once

#include "automap/automap.h"

#include <cstdint>
#include <string>

namespace automap::mpi {

/// Keeps the address of `record` with the datatype. Throws CallFailure.
void set_fields(MPI_Datatype type, const AM_Record *record);

/// The path of the field that holds the byte at `displacement` of one element of the datatype: "pos[2]",
/// "cells[3].id"; empty where it is not known. Throws CallFailure.
std::string field_of(MPI_Datatype type, std::int64_t displacement);

} // namespace automap::mpi
