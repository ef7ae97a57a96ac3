# Finds the MPI library that AutoMap::mpi is built for, if there is one, and that the tests run on. The tests take
# MPICH unless the user names another (see the preset openmpi); Debian's plain mpicc may be either.
option(AUTOMAP_MPI_ABI "Build for the standard MPI ABI: the MPI library is chosen when a program starts" OFF)
if(AUTOMAP_MPI_ABI AND NOT DEFINED MPI_C_COMPILER)
  find_program(MPI_C_COMPILER NAMES mpicc_abi)
  find_program(MPI_CXX_COMPILER NAMES mpicxx_abi)
  if(NOT MPI_C_COMPILER) # Debian has the header and the library, without a compiler that knows them
    find_path(AUTOMAP_MPI_ABI_INCLUDE_DIR mpi.h REQUIRED NO_DEFAULT_PATH
      PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} /usr/lib64 /usr/lib
      PATH_SUFFIXES mpi_abi_mpich/include openmpi/include/standard_abi)
    find_library(AUTOMAP_MPI_ABI_LIBRARY mpi_abi REQUIRED)
    foreach(language C CXX)
      set(wrapper ${PROJECT_BINARY_DIR}/mpi_abi_${language})
      set(compile "${CMAKE_${language}_COMPILER} -I${AUTOMAP_MPI_ABI_INCLUDE_DIR}")
      file(WRITE ${wrapper} "#!/bin/sh
[ \"$1\" != -show ] || { echo ${compile} ${AUTOMAP_MPI_ABI_LIBRARY}; exit; }
exec ${compile} \"$@\" ${AUTOMAP_MPI_ABI_LIBRARY}
")
      file(CHMOD ${wrapper} FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
      set(MPI_${language}_COMPILER ${wrapper} CACHE FILEPATH "for the standard ABI" FORCE)
    endforeach()
  endif()
elseif(AUTOMAP_BUILD_TESTS AND NOT DEFINED MPI_C_COMPILER)
  find_program(MPI_C_COMPILER NAMES mpicc.mpich mpicc)
  find_program(MPI_CXX_COMPILER NAMES mpicxx.mpich mpicxx)
  find_program(MPIEXEC_EXECUTABLE NAMES mpiexec.mpich mpiexec)
endif()
# Sets a variable to the file of the compiler that MPI_C_COMPILER names; empty if there is none.
function(automap_mpi_c_compiler out)
  set(${out} "" PARENT_SCOPE)
  if(MPI_C_COMPILER)
    find_program(compiler NAMES ${MPI_C_COMPILER} NO_CACHE)
    if(compiler)
      file(REAL_PATH ${compiler} compiler)
      set(${out} ${compiler} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# FindMPI keeps its first answer in a build directory, even if another compiler is named later.
automap_mpi_c_compiler(automap_named_compiler)
if(automap_named_compiler AND AUTOMAP_MPI_C_COMPILER AND NOT automap_named_compiler STREQUAL AUTOMAP_MPI_C_COMPILER)
  message(FATAL_ERROR "This build directory is for the MPI library of ${AUTOMAP_MPI_C_COMPILER}. For that of "
    "${automap_named_compiler}, configure with 'cmake --fresh', or in another directory")
endif()
if(AUTOMAP_BUILD_TESTS)
  find_package(MPI 3.1 REQUIRED COMPONENTS C CXX GLOBAL)
else()
  find_package(MPI 3.1 COMPONENTS C GLOBAL)
endif()
if(MPI_C_FOUND)
  automap_mpi_c_compiler(automap_named_compiler)
  set(AUTOMAP_MPI_C_COMPILER "${automap_named_compiler}" CACHE INTERNAL "whose MPI library has been found")
  include(AutoMapWhichMpi)
  automap_which_mpi(AUTOMAP_MPI C)
  if(AUTOMAP_MPI_ABI AND NOT AUTOMAP_MPI STREQUAL "abi")
    message(FATAL_ERROR "AUTOMAP_MPI_ABI needs an mpi.h of the standard ABI, and MPI_C_COMPILER, ${MPI_C_COMPILER}, has \
that of ${AUTOMAP_MPI}")
  endif()
  if(NOT AUTOMAP_MPI AND NOT PROJECT_IS_TOP_LEVEL AND NOT AUTOMAP_BUILD_TESTS)
    message(WARNING "${AUTOMAP_MPI_WHY_NOT}\nAutoMap::mpi and AutoMap::autolink are not built")
    set(MPI_C_FOUND FALSE)
  elseif(NOT AUTOMAP_MPI)
    message(FATAL_ERROR "${AUTOMAP_MPI_WHY_NOT}\nMPI_C_COMPILER and MPI_CXX_COMPILER choose another MPI library; "
      "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON builds without any")
  endif()
  set(automap_mpi_libdir ${CMAKE_INSTALL_LIBDIR}/automap/${AUTOMAP_MPI})
endif()
