# AutoMap's build directory for one MPI library must not be silently kept if another one is named.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
set(configure ${CMAKE_COMMAND} -S ${AUTOMAP_SOURCE_DIR} -B ${WORK_DIR} -G Ninja -DAUTOMAP_BUILD_TESTS=OFF
  -DAUTOMAP_BUILD_TOOL=OFF -DAUTOMAP_EXECUTABLE=${AUTOMAP_EXECUTABLE})
run(${configure} -DMPI_C_COMPILER=${MPI_C_COMPILER})
cmake_path(GET MPI_C_COMPILER FILENAME name)
run(${configure} -DMPI_C_COMPILER=${name}) # the same compiler by another name

execute_process(COMMAND ${configure} -DMPI_C_COMPILER=${CMAKE_COMMAND} RESULT_VARIABLE result ERROR_VARIABLE error
  OUTPUT_QUIET)
if(result EQUAL 0 OR NOT error MATCHES "cmake --fresh")
  message(FATAL_ERROR "another compiler: ${result}\n${error}")
endif()
