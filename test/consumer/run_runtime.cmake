# Builds and runs runtime/ against the installed package, and checks that another MPI library is refused.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/runtime -B ${WORK_DIR}/build -G Ninja -DLANGUAGE=${LANGUAGE}
  -DCMAKE_PREFIX_PATH=${INSTALL_DIR} ${mpi_args} "-DCMAKE_C_FLAGS=${CXX_FLAGS}" "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK_DIR}/build --verbose)
if(NOT output MATCHES "vec\\(12, 8, leaf\\(MPI_DOUBLE\\)\\)")
  message(FATAL_ERROR "the program prints: ${output}")
endif()
if(NOT output MATCHES "list: 7 42")
  message(FATAL_ERROR "the program that uses AutoLink prints: ${output}")
endif()

find_program(other_mpicc mpicc.openmpi)
if(other_mpicc AND NOT MPI_C_COMPILER MATCHES openmpi)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR}/runtime -B ${WORK_DIR}/other -G Ninja -DLANGUAGE=C
    -DCMAKE_PREFIX_PATH=${INSTALL_DIR} -DMPI_C_COMPILER=${other_mpicc}
    RESULT_VARIABLE result ERROR_VARIABLE error OUTPUT_QUIET)
  if(result EQUAL 0 OR NOT error MATCHES "was built for")
    message(FATAL_ERROR "another MPI library is not refused: ${error}")
  endif()
endif()
