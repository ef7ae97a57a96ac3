# How the tests start MPI programs.

# Open MPI refuses to run as root, or with more ranks than cores, unless it is told that both are meant. Leaks inside MPI
# are not ours. UCX watches memory in a way that crashes with the sanitizers.
set(mpi_environment
  OMPI_ALLOW_RUN_AS_ROOT=1
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1
  ASAN_OPTIONS=detect_leaks=0
  UCX_MEM_EVENTS=no)

# set_mpi_test(<test> <property> <value>...): the properties of a test that starts MPI programs, and others. Programs
# that Open MPI starts at the same time may fail in one session directory, so that each test has its own.
function(set_mpi_test test)
  set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 300
    ENVIRONMENT "${mpi_environment};OMPI_MCA_orte_tmpdir_base=${PROJECT_BINARY_DIR}/sessions/${test}" ${ARGN})
endfunction()

# set_ranks(<test> <n> <all n>...): a test of a program that is tested with these numbers of ranks. Those with 1 and 4
# are left to test/run.sh all if there are others.
function(set_ranks test ranks)
  set_property(TEST ${test} PROPERTY PROCESSORS ${ranks})
  if(ranks MATCHES "[14]" AND "${ARGN}" MATCHES "[23]")
    set_property(TEST ${test} APPEND PROPERTY LABELS all)
  endif()
endfunction()

# add_mpi_test(<name> <target> [RANKS <n>...] [ARGS <arg>...]): one test for each number of ranks.
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

# expect_output(<test> <regex>): what a program must print. CTest then ignores its exit status, so that the launcher's
# words for a failure are looked for.
function(expect_output test regex)
  set_tests_properties(${test} PROPERTIES PASS_REGULAR_EXPRESSION "${regex}"
    FAIL_REGULAR_EXPRESSION "BAD TERMINATION;exited on signal;non-zero exit code;non-zero status;Sanitizer;FAILED")
endfunction()
