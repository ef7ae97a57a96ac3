# How the tests start MPI programs.
# Two programs that Open MPI starts at once may both try to make its session directory, and one then fails.
file(REAL_PATH ${MPIEXEC_EXECUTABLE} mpiexec_path)
set(MPI_TEST_LOCK "")
if(mpiexec_path MATCHES "orterun|prterun|openmpi")
  set(MPI_TEST_LOCK RESOURCE_LOCK mpiexec)
endif()

# Open MPI wants to be told that root and more ranks than cores are meant; leaks inside MPI are not ours. UCX's watch
# over memory calls the thread sanitizer's functions in threads that have ended.
set(mpi_environment "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_rmaps_base_oversubscribe=1;ASAN_OPTIONS=detect_leaks=0;UCX_MEM_EVENTS=no")

# add_mpi_test(<name> <target> [RANKS <n>...] [ARGS <arg>...]): one test for each number of ranks.
function(add_mpi_test name target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "RANKS;ARGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_mpi_test: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    add_test(NAME mpi.${name}.${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS}
        $<TARGET_FILE:${target}> ${arg_ARGS})
    set_tests_properties(mpi.${name}.${ranks} PROPERTIES LABELS mpi TIMEOUT 120 PROCESSORS ${ranks} ${MPI_TEST_LOCK}
      ENVIRONMENT "${mpi_environment}")
  endforeach()
endfunction()

# expect_output(<test> <regex>): a program that has to print something, and to end well, of which CTest does not ask then.
function(expect_output test regex)
  set_tests_properties(${test} PROPERTIES PASS_REGULAR_EXPRESSION "${regex}"
    FAIL_REGULAR_EXPRESSION "BAD TERMINATION;exited on signal;non-zero exit code;non-zero status;Sanitizer;FAILED")
endfunction()
