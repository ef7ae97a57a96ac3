# Helpers for the consumer scripts: run a command or stop, and check expectations about files.

# run(<command>...): runs a command, which must succeed, and stores its output in `output`.
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

# expect_version(<prefix> <MPI library>...): what automap --version prints, of an installation for these libraries.
macro(expect_version prefix)
  if(NOT LLVM_VERSION)
    set(LLVM_VERSION "[0-9.]+")
  endif()
  run(${prefix}/bin/automap --version)
  string(REPLACE ";" " and " libraries "${ARGN}")
  if(NOT output MATCHES "^automap ${VERSION}\nLLVM ${LLVM_VERSION}\nlibraries for ${libraries} in ${prefix}/lib[^\n]*/automap\n$")
    message(FATAL_ERROR "automap --version: ${output}")
  endif()
endmacro()

# The arguments that choose the MPI library under test.
set(mpi_args -DMPI_C_COMPILER=${MPI_C_COMPILER} -DMPI_CXX_COMPILER=${MPI_CXX_COMPILER}
  -DMPIEXEC_EXECUTABLE=${MPIEXEC_EXECUTABLE})

# expect_attached(<number> <mpicc> <mpiexec> <package> <flag>...): compiles the code generated for cell.h with the flags
# of a pkg-config package. It must attach something to datatypes this number of times.
macro(expect_attached number mpicc mpiexec package)
  run(pkg-config --cflags --libs ${package})
  separate_arguments(flags UNIX_COMMAND "${output}")
  run(${mpicc} ${ARGN} -I${WORK_DIR}/types -I${SOURCE_DIR}/runtime ${SOURCE_DIR}/runtime/attached.c
    ${WORK_DIR}/types/mpitypes.c -o ${WORK_DIR}/attached ${flags})
  run(${mpiexec} -n 1 ${WORK_DIR}/attached)
  if(NOT output MATCHES "attached: ${number}")
    message(FATAL_ERROR "the program that is compiled for ${package} prints: ${output}")
  endif()
endmacro()

# build_and_run_runtime(<language> <name> <prefix> <arguments that choose an MPI library>...): builds and runs runtime/
# with what is installed in the prefix.
macro(build_and_run_runtime language name prefix)
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/runtime -B ${WORK_DIR}/${name} -G Ninja -DLANGUAGE=${language}
    -DCMAKE_PREFIX_PATH=${prefix} ${ARGN} "-DCMAKE_C_FLAGS=${CXX_FLAGS}" "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/${name})
  run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK_DIR}/${name} --verbose)
  if(NOT output MATCHES "vec\\(12, 8, leaf\\(MPI_DOUBLE\\)\\)")
    message(FATAL_ERROR "the program prints: ${output}")
  endif()
  if(NOT output MATCHES "list: 7 42")
    message(FATAL_ERROR "the program that uses AutoLink prints: ${output}")
  endif()
endmacro()
