# Installs builds for MPICH and for Open MPI into one prefix. CMake and pkg-config must find the one for the consumer's
# MPI.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

set(prefix ${WORK_DIR}/prefix)
file(REMOVE_RECURSE ${prefix})
foreach(build ${OTHER_BUILD} ${THIS_BUILD})
  run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
endforeach()
expect_version(${prefix} mpich openmpi)
file(GLOB_RECURSE pc ${prefix}/automap-mpi.pc)
cmake_path(GET pc PARENT_PATH pc_dir)
set(ENV{PKG_CONFIG_PATH} ${pc_dir})

file(MAKE_DIRECTORY ${WORK_DIR}/types)
run(${prefix}/bin/automap ${SOURCE_DIR}/runtime/cell.h -o ${WORK_DIR}/types/mpitypes.c)
foreach(mpi mpich openmpi)
  find_program(mpicc_${mpi} mpicc.${mpi} REQUIRED)
  find_program(mpicxx_${mpi} mpicxx.${mpi} REQUIRED)
  find_program(mpiexec_${mpi} mpiexec.${mpi} REQUIRED)
  build_and_run_runtime(C ${mpi} ${prefix} -DMPI_C_COMPILER=${mpicc_${mpi}} -DMPI_CXX_COMPILER=${mpicxx_${mpi}}
    -DMPIEXEC_EXECUTABLE=${mpiexec_${mpi}})

  expect_attached(1 ${mpicc_${mpi}} ${mpiexec_${mpi}} automap-mpi-${mpi})
  expect_attached(0 ${mpicc_${mpi}} ${mpiexec_${mpi}} automap-autolink-${mpi})

  run(pkg-config --cflags --libs automap-autolink-${mpi})
  separate_arguments(flags UNIX_COMMAND "${output}")
  run(${mpicc_${mpi}} ${SOURCE_DIR}/runtime/list.c -o ${WORK_DIR}/list_${mpi} ${flags})
  run(${mpiexec_${mpi}} -n 2 ${WORK_DIR}/list_${mpi})
  if(NOT output MATCHES "list: 7 42")
    message(FATAL_ERROR "the program that is linked with automap-autolink-${mpi} prints: ${output}")
  endif()
endforeach()
