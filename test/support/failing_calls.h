// Wrappers of MPI's datatype functions through the profiling interface: one chosen call fails, and live datatypes are
// counted. Meant for programs of one source file, which may wrap more functions.
#pragma once

#include <mpi.h>

namespace {

int calls_until_failure; // counts down; the call that finds it at 1 fails
int live_types;          // datatypes that were created or returned by MPI and are not yet freed
constexpr int failure_code = MPI_ERR_NO_MEM;

bool fails() { return calls_until_failure > 0 && --calls_until_failure == 0; }

int created(int code) {
  live_types += code == MPI_SUCCESS;
  return code;
}

} // namespace

extern "C" {

int MPI_Type_contiguous(int count, MPI_Datatype type, MPI_Datatype *result) {
  return fails() ? failure_code : created(PMPI_Type_contiguous(count, type, result));
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype type, MPI_Datatype *result) {
  return fails() ? failure_code : created(PMPI_Type_create_hvector(count, length, stride, type, result));
}

int MPI_Type_create_hindexed_block(int count, int length, const MPI_Aint *displacements, MPI_Datatype type,
                                   MPI_Datatype *result) {
  return fails() ? failure_code : created(PMPI_Type_create_hindexed_block(count, length, displacements, type, result));
}

int MPI_Type_create_hindexed(int count, const int *lengths, const MPI_Aint *displacements, MPI_Datatype type,
                             MPI_Datatype *result) {
  return fails() ? failure_code : created(PMPI_Type_create_hindexed(count, lengths, displacements, type, result));
}

int MPI_Type_create_struct(int count, const int *lengths, const MPI_Aint *displacements, const MPI_Datatype *types,
                           MPI_Datatype *result) {
  return fails() ? failure_code : created(PMPI_Type_create_struct(count, lengths, displacements, types, result));
}

int MPI_Type_create_resized(MPI_Datatype type, MPI_Aint lower_bound, MPI_Aint extent, MPI_Datatype *result) {
  return fails() ? failure_code : created(PMPI_Type_create_resized(type, lower_bound, extent, result));
}

int MPI_Type_size_x(MPI_Datatype type, MPI_Count *size) {
  return fails() ? failure_code : PMPI_Type_size_x(type, size);
}

int MPI_Type_free(MPI_Datatype *type) {
  --live_types;
  return PMPI_Type_free(type);
}

} // extern "C"
