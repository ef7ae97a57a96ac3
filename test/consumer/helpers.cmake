# For the consumer scripts: run a command or stop, and expectations about files.

# run(<command>...): the command must succeed; its output is in `output`.
macro(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGV}")
    message(FATAL_ERROR "failed: ${command}\n${output}")
  endif()
endmacro()

function(expect_contains file text)
  file(READ ${file} contents)
  string(FIND "${contents}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${file} does not contain: ${text}\n${contents}")
  endif()
endfunction()

# The arguments that choose the MPI library under test.
set(mpi_args -DMPI_C_COMPILER=${MPI_C_COMPILER} -DMPI_CXX_COMPILER=${MPI_CXX_COMPILER}
  -DMPIEXEC_EXECUTABLE=${MPIEXEC_EXECUTABLE})
