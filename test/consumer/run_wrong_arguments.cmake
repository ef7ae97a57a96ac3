# Each wrong call of add_automap_types() must stop CMake with its message.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

# configure(<call> [<argument of CMake>...])
function(configure call)
  file(REMOVE_RECURSE ${WORK_DIR}/source ${WORK_DIR}/build)
  file(WRITE ${WORK_DIR}/source/s.h "/*~ AutoMap_Begin */\nstruct s { int i; } /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */\n")
  file(WRITE ${WORK_DIR}/source/main.c "int main(void) { return 0; }\n")
  file(WRITE ${WORK_DIR}/source/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(Wrong LANGUAGES C)\n"
    "find_package(AutoMap CONFIG REQUIRED)\nadd_executable(t main.c)\nadd_library(i INTERFACE)\n${call}\n")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${WORK_DIR}/source -B ${WORK_DIR}/build -G Ninja -DCMAKE_PREFIX_PATH=${INSTALL_DIR}
      -DMPI_C_COMPILER=${MPI_C_COMPILER} ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  set(result ${result} PARENT_SCOPE)
  set(output ${output} PARENT_SCOPE)
endfunction()

function(expect_error call message)
  configure("${call}")
  string(FIND "${output}" "${message}" at)
  if(result EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "${call}\nshould fail with: ${message}\n${output}")
  endif()
endfunction()

expect_error("add_automap_types(t s.h OUPUT x)" "'OUPUT' is neither a header nor a known argument")
expect_error("add_automap_types(t missing.h)" "there is no header ${WORK_DIR}/source/missing.h, nor is one to be generated there")
expect_error("file(MAKE_DIRECTORY dir)\nadd_automap_types(t dir)" "'dir' is a directory: name the headers in it")
expect_error("add_automap_types(t main.c)" "'main.c' is a source")
expect_error("add_automap_types(t)" "no header given for target 't'")
expect_error("add_automap_types(u s.h)" "there is no target 'u'")
expect_error("add_automap_types(i s.h)" "target 'i' compiles no sources (INTERFACE_LIBRARY)")
expect_error("add_executable(a ALIAS t)\nadd_automap_types(a s.h)" "'a' is an alias; name the target itself, 't'")
expect_error("add_automap_types(t s.h OUTPUT)" "OUTPUT needs a value")
expect_error("add_automap_types(t s.h LANGUAGE Fortran)" "LANGUAGE is 'Fortran', not C or CXX")
expect_error("add_automap_types(t s.h LANGUAGE CXX)" "LANGUAGE CXX is not enabled")
expect_error("add_automap_types(t s.h SELECT none.yaml)" "SELECT: there is no file")
expect_error("add_automap_types(t s.h OUTPUT a/b)" "a file name without a directory")
expect_error("add_automap_types(t s.h OUTPUT a.c)" "a file name without its extension")
foreach(option "-o a.c" "-oa.c" "--format=json" "--depfile a.d" "--from-typemap=m.map")
  expect_error("add_automap_types(t s.h OPTIONS ${option})" "OUTPUT names its files")
endforeach()
expect_error("add_automap_types(t s.h OPTIONS -- -DX)" "give arguments for the compiler as OPTIONS --extra-arg=<arg>")
expect_error("add_automap_types(t s.h)\nadd_automap_types(t s.h)" "has generated files called 'mpitypes' already")
foreach(option --packing --fields)
  expect_error("add_automap_types(t s.h OPTIONS ${option})"
    "${option} needs AutoMap's runtime, AutoMap::mpi: find_package(AutoMap CONFIG REQUIRED COMPONENTS mpi)")
endforeach()
foreach(component mpi autolink)
  expect_error("target_link_libraries(t PRIVATE AutoMap::${component})"
    "find_package(AutoMap CONFIG REQUIRED COMPONENTS ${component})")
endforeach()
expect_error("add_automap_types(t s.h AUTOLINK)" "find_package(AutoMap CONFIG REQUIRED COMPONENTS autolink)")

# An mpiexec of another MPI library is told, of neither is not.
foreach(version "HYDRA build details:" "mpiexec (OpenRTE) 4.1.4" "mpirun (Open MPI) 5.0.6"
    "slurm 22.05.8 for Open MPI and HYDRA")
  file(WRITE ${WORK_DIR}/bin/mpiexec "#!/bin/sh\necho '${version}'\n")
  file(CHMOD ${WORK_DIR}/bin/mpiexec PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  configure("add_automap_types(t s.h)\nadd_executable(u main.c)\nadd_automap_types(u s.h)"
    -DMPIEXEC_EXECUTABLE=${WORK_DIR}/bin/mpiexec)
  string(REGEX MATCHALL "AutoMap: MPIEXEC_EXECUTABLE is '${WORK_DIR}/bin/mpiexec', of (openmpi|mpich), but programs are compiled for (mpich|openmpi)"
    told "${output}")
  list(LENGTH told times)
  set(right_times 1)
  if(version MATCHES "slurm" OR (version MATCHES "HYDRA" AND MPI_C_COMPILER MATCHES "mpich")
      OR (version MATCHES "Open" AND MPI_C_COMPILER MATCHES "openmpi"))
    set(right_times 0)
  endif()
  if(NOT result EQUAL 0 OR NOT times EQUAL right_times)
    message(FATAL_ERROR "'${version}': told ${times} times that mpiexec is of another MPI library: ${output}")
  endif()
endforeach()

# What hides a generated header is told, or comes behind it.
configure("file(WRITE mpitypes.h \"#error stale\\n\")\nadd_automap_types(t s.h)")
string(FIND "${output}" "${WORK_DIR}/source/mpitypes.h hides the generated ${WORK_DIR}/build/automap/t/mpitypes.h" at)
if(NOT result EQUAL 0 OR at EQUAL -1)
  message(FATAL_ERROR "not told that mpitypes.h hides the generated one: ${output}")
endif()
configure("file(WRITE other/mpitypes.h \"#error stale\\n\")\ntarget_include_directories(t PRIVATE other)
  file(WRITE main.c \"#include \\\"mpitypes.h\\\"\\nint main(void) { return Build_MPI_Types(); }\\n\")\nadd_automap_types(t s.h)")
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR}/build RESULT_VARIABLE built OUTPUT_VARIABLE output)
if(NOT result EQUAL 0 OR NOT built EQUAL 0)
  message(FATAL_ERROR "the header of another directory was taken: ${output}")
endif()

# A subdirectory may ask for more than its parent has.
configure("file(WRITE sub/CMakeLists.txt \"find_package(AutoMap CONFIG REQUIRED COMPONENTS mpi)
  add_library(s INTERFACE)\ntarget_link_libraries(s INTERFACE AutoMap::mpi)\")\nadd_subdirectory(sub)")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "a subdirectory may not ask for a component: ${output}")
endif()
