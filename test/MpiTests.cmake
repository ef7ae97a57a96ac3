# Functions to start MPI programs in tests. MPIEXEC_EXECUTABLE comes from AutoMapFindMpi.cmake, or from the preset
# openmpi.

# Open MPI refuses to run as root, or with more ranks than cores, unless both are allowed explicitly. Its launcher is PRRTE
# since Open MPI 5. Leaks inside MPI are not ours. UCX watches memory in a way that crashes with the sanitizers. No table
# of times of the user is read.
set(mpi_environment
  OMPI_ALLOW_RUN_AS_ROOT=1
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1
  PRTE_MCA_mapby=slot:oversubscribe
  ASAN_OPTIONS=detect_leaks=0
  UCX_MEM_EVENTS=no
  XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/no_cache)

# set_mpi_test(<test> <property> <value>...): sets the properties of a test that starts MPI programs, and others.
# Programs that Open MPI starts at the same time may fail in a shared session directory, so each test has its own.
function(set_mpi_test test)
  set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 900
    ENVIRONMENT "${mpi_environment};OMPI_MCA_orte_tmpdir_base=${PROJECT_BINARY_DIR}/sessions/${test}" ${ARGN})
endfunction()

# set_ranks(<test> <n> <all n>...): sets the number of ranks of a test, out of those with which its program is tested. 1
# and 4 ranks are left to test/run.sh all if there are tests with other numbers. With sanitizers, 3 are left out if there
# are tests with 2, except in tests of collective calls, because ranks that share a core wait for each other for long.
function(set_ranks test ranks)
  set_property(TEST ${test} PROPERTY PROCESSORS ${ranks})
  if(ranks MATCHES "[14]" AND "${ARGN}" MATCHES "[23]")
    set_property(TEST ${test} APPEND PROPERTY LABELS all)
  endif()
  if(ranks EQUAL 3 AND 2 IN_LIST ARGN AND NOT test MATCHES collectives)
    set_property(TEST ${test} APPEND PROPERTY LABELS more_ranks)
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

# The MPI library's Fortran compiler, if it is found.
string(REPLACE mpicc mpifort fortran_name "${MPI_C_COMPILER}")
get_filename_component(fortran_name "${fortran_name}" NAME)
find_program(TEST_FORTRAN_COMPILER ${fortran_name})
mark_as_advanced(TEST_FORTRAN_COMPILER)

# add_fortran_program(<name> <source> [OBJECTS <object library>...] [DEPENDS <file>...]): adds a program whose main
# program is in Fortran, and the imported target <name>_imported.
function(add_fortran_program name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OBJECTS;DEPENDS")
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(objects ${arg_OBJECTS})
  list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_custom_command(OUTPUT ${program}
    COMMAND ${TEST_FORTRAN_COMPILER} -g ${CMAKE_CURRENT_SOURCE_DIR}/${source} ${objects} -o ${program}
    DEPENDS ${source} ${arg_DEPENDS} ${arg_OBJECTS} ${objects}
    COMMENT "Building the Fortran program ${name}" VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(${name}_program ALL DEPENDS ${program})
  add_executable(${name}_imported IMPORTED GLOBAL)
  set_target_properties(${name}_imported PROPERTIES IMPORTED_LOCATION ${program})
endfunction()
