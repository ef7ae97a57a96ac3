# Functions to start MPI programs in tests. MPIEXEC_EXECUTABLE comes from AutoMapFindMpi.cmake, or from the preset
# openmpi.

# Open MPI refuses to run as root, or with more ranks than cores, unless both are allowed explicitly. Leaks inside MPI
# are not ours. UCX watches memory in a way that crashes with the sanitizers.
set(mpi_environment
  OMPI_ALLOW_RUN_AS_ROOT=1
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1
  ASAN_OPTIONS=detect_leaks=0
  UCX_MEM_EVENTS=no)

# set_mpi_test(<test> <property> <value>...): sets the properties of a test that starts MPI programs, and others.
# Programs that Open MPI starts at the same time may fail in a shared session directory, so each test has its own.
function(set_mpi_test test)
  set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 900
    ENVIRONMENT "${mpi_environment};OMPI_MCA_orte_tmpdir_base=${PROJECT_BINARY_DIR}/sessions/${test}" ${ARGN})
endfunction()

# set_ranks(<test> <n> <all n>...): sets the number of ranks of a test, out of those with which its program is tested. 1
# and 4 ranks are left to test/run.sh all if there are tests with other numbers.
function(set_ranks test ranks)
  set_property(TEST ${test} PROPERTY PROCESSORS ${ranks})
  if(ranks MATCHES "[14]" AND "${ARGN}" MATCHES "[23]")
    set_property(TEST ${test} APPEND PROPERTY LABELS all)
  endif()
endfunction()

# add_mpi_test(<name> <target> [RANKS <n>...] [ARGS <arg>...]): adds one test for each number of ranks.
function(add_mpi_test name target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "RANKS;ARGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_mpi_test: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    set(test mpi.${name}.${ranks})
    add_test(NAME ${test}
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS}
        $<TARGET_FILE:${target}> ${arg_ARGS})
    set_mpi_test(${test})
    set_ranks(${test} ${ranks} ${arg_RANKS})
  endforeach()
endfunction()

# expect_output(<test> <regex>): sets the required output of a program. CTest then ignores the exit status, so the test
# also searches for the launcher's messages about failures.
function(expect_output test regex)
  set_tests_properties(${test} PROPERTIES PASS_REGULAR_EXPRESSION "${regex}"
    FAIL_REGULAR_EXPRESSION "BAD TERMINATION;exited on signal;non-zero exit code;non-zero status;Sanitizer;FAILED")
endfunction()
