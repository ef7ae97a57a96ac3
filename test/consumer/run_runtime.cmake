# Builds and runs runtime/ against the installed package, and checks that another MPI library is refused, by CMake and
# by the linker.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

build_and_run_runtime(${LANGUAGE} build ${INSTALL_DIR} ${mpi_args})

if(MPI_C_COMPILER MATCHES openmpi)
  find_program(other_mpicc mpicc.mpich)
else()
  find_program(other_mpicc mpicc.openmpi)
endif()
if(other_mpicc)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR}/runtime -B ${WORK_DIR}/other -G Ninja -DLANGUAGE=C
    -DCMAKE_PREFIX_PATH=${INSTALL_DIR} -DMPI_C_COMPILER=${other_mpicc}
    RESULT_VARIABLE result ERROR_VARIABLE error OUTPUT_QUIET)
  if(result EQUAL 0 OR NOT error MATCHES "was built for")
    message(FATAL_ERROR "another MPI library is not refused: ${error}")
  endif()

  file(GLOB_RECURSE pc ${INSTALL_DIR}/automap-mpi.pc)
  cmake_path(GET pc PARENT_PATH pc_dir)
  set(ENV{PKG_CONFIG_PATH} ${pc_dir})
  separate_arguments(sanitizer_flags UNIX_COMMAND "${CXX_FLAGS}")
  foreach(program "main;AutoMap;automap-mpi" "list;AutoLink;automap-autolink")
    list(POP_FRONT program source library package)
    run(pkg-config --cflags --libs ${package})
    separate_arguments(flags UNIX_COMMAND "${output}")
    execute_process(COMMAND ${other_mpicc} ${sanitizer_flags} ${SOURCE_DIR}/runtime/${source}.c -o ${WORK_DIR}/${source} ${flags}
      RESULT_VARIABLE result ERROR_VARIABLE error)
    if(result EQUAL 0 OR NOT error MATCHES "undefined reference to `${library}_built_for_(MPICH|Open_MPI)'")
      message(FATAL_ERROR "${other_mpicc} links ${package}: ${error}")
    endif()
  endforeach()
endif()
