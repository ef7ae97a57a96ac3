# automap_which_mpi(<variable> <language>): the kind of the MPI library that find_package(MPI) has found for the
# language: openmpi, or mpich, which stands for all that have MPICH's binary interface (MVAPICH, Intel MPI, Cray MPICH).
# Libraries for MPI are installed in a directory of this name, so that those for both can stand beside each other.
include_guard()
include(CheckCSourceCompiles)
include(CheckCXXSourceCompiles)

function(automap_which_mpi variable language)
  set(CMAKE_REQUIRED_QUIET TRUE)
  set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_${language})
  string(MAKE_C_IDENTIFIER "AUTOMAP_IS_OPEN_MPI_${MPI_${language}_COMPILER}" is_open_mpi)
  set(source "#include <mpi.h>\n#ifndef OPEN_MPI\n#error \"no Open MPI\"\n#endif\nint main(void) { return 0; }\n")
  cmake_language(CALL check_${language}_source_compiles "${source}" ${is_open_mpi})
  set(${variable} mpich PARENT_SCOPE)
  if(${is_open_mpi})
    set(${variable} openmpi PARENT_SCOPE)
  endif()
endfunction()
