# Runs the installed automap-check on a program that does not know about it.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

file(WRITE ${WORK_DIR}/mismatch.c [[
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, number = 1;
    float value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&number, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_FLOAT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
]])
run(${MPI_C_COMPILER} -g ${WORK_DIR}/mismatch.c -o ${WORK_DIR}/mismatch)

# check(<option>...): runs automap-check, and stores its output and exit status.
function(check)
  execute_process(COMMAND ${INSTALL_DIR}/bin/automap-check ${ARGN} ${MPIEXEC_EXECUTABLE} -n 2 ${WORK_DIR}/mismatch
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(result "${result}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

check()
if(NOT result EQUAL 0 OR NOT output MATCHES "rank 1: type mismatch: MPI_Recv at mismatch.c:11 \\(main\\)"
   OR NOT output MATCHES "by MPI_Send at mismatch.c:9 \\(main\\)")
  message(FATAL_ERROR "automap-check (${result}): ${output}")
endif()
check(--mode=off)
if(NOT result EQUAL 0 OR output MATCHES "automap-check")
  message(FATAL_ERROR "automap-check --mode=off (${result}): ${output}")
endif()
check(--mode=abort --log=${WORK_DIR}/log)
if(result EQUAL 0 OR NOT output MATCHES "type mismatch")
  message(FATAL_ERROR "automap-check --mode=abort (${result}): ${output}")
endif()
file(STRINGS ${WORK_DIR}/log.1 log LIMIT_COUNT 1)
string(JSON line GET "${log}" line)
if(NOT line EQUAL 11)
  message(FATAL_ERROR "the log: ${log}")
endif()

# The library is linked before the MPI library instead of preloaded.
run(${INSTALL_DIR}/bin/automap-check --print-library)
string(STRIP "${output}" library)
cmake_path(GET library PARENT_PATH directory)
run(${MPI_C_COMPILER} -g ${WORK_DIR}/mismatch.c ${library} -Wl,-rpath,${directory} -o ${WORK_DIR}/linked)
execute_process(COMMAND ${MPIEXEC_EXECUTABLE} -n 2 ${WORK_DIR}/linked
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0 OR NOT output MATCHES "rank 1: type mismatch: MPI_Recv at mismatch.c:11 \\(main\\)")
  message(FATAL_ERROR "the program that is linked to the checker (${result}): ${output}")
endif()

run(${INSTALL_DIR}/bin/automap-check --version)
if(NOT output STREQUAL "automap-check ${VERSION}\n")
  message(FATAL_ERROR "automap-check --version: ${output}")
endif()
execute_process(COMMAND ${INSTALL_DIR}/bin/automap-check --mode=sometimes true RESULT_VARIABLE result ERROR_VARIABLE error)
if(NOT result EQUAL 2 OR NOT error MATCHES "the mode is warn, abort or off")
  message(FATAL_ERROR "automap-check --mode=sometimes (${result}): ${error}")
endif()
