# The MPI library that AutoMap::mpi is built for, if there is one, and that the tests run on. The tests take
# MPICH, if the user does not name another (see the openmpi preset); Debian's plain mpicc may be either.
if(AUTOMAP_BUILD_TESTS AND NOT DEFINED MPI_C_COMPILER)
  find_program(MPI_C_COMPILER NAMES mpicc.mpich mpicc)
  find_program(MPI_CXX_COMPILER NAMES mpicxx.mpich mpicxx)
  find_program(MPIEXEC_EXECUTABLE NAMES mpiexec.mpich mpiexec)
endif()
if(AUTOMAP_BUILD_TESTS)
  find_package(MPI 3.1 REQUIRED COMPONENTS C CXX GLOBAL)
else()
  find_package(MPI 3.1 COMPONENTS C GLOBAL)
endif()
