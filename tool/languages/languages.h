// Layouts in other languages than C and C++.
#pragma once

#include "model/record.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace automap {

/// Prints a Python module: for each struct a NumPy dtype with the compiler's offsets and size, and for each datatype a
/// function that makes it with mpi4py.
void emit_numpy(const Survey &survey, llvm::raw_ostream &out);

/// Prints a Fortran module: for each struct with a datatype, and each in it, a bind(C) type, and for each datatype a
/// handle of mpi_f08. Returns false if Fortran cannot express one of them, and says `why`.
///
///   output  in   the file, whose stem names the module; "-" is standard output
///   suffix  in   what --suffix appends to Build_MPI_Types and Free_MPI_Types
bool emit_fortran(const Survey &survey, const std::string &output, const std::string &suffix, llvm::raw_ostream &out,
                  std::string &why);

/// Prints a header of C: for each datatype, functions that make HDF5's compound type of the struct in memory and, without
/// gaps, in a file. `output` is its path.
void emit_hdf5(const Survey &survey, const std::string &output, llvm::raw_ostream &out);

} // namespace automap
