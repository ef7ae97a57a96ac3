# Builds and runs runtime/ with the installed package, and checks that both CMake and the linker refuse another MPI
# library.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

build_and_run_runtime(${LANGUAGE} build ${INSTALL_DIR} ${mpi_args})

# expect_refused(<name> <mpicc> <message>): expects that CMake refuses the package for this MPI compiler, with this
# message.
function(expect_refused name mpicc message)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR}/runtime -B ${WORK_DIR}/${name} -G Ninja -DLANGUAGE=C
    -DCMAKE_PREFIX_PATH=${INSTALL_DIR} -DMPI_C_COMPILER=${mpicc}
    RESULT_VARIABLE result ERROR_VARIABLE error OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " error "${error}")
  if(result EQUAL 0 OR NOT error MATCHES "${message}")
    message(FATAL_ERROR "${mpicc} is not refused: ${error}")
  endif()
endfunction()

# expect_message(<name> <component> <message> <arg>...): expects this message of CMake for a project that requests this
# component.
function(expect_message name component message)
  file(WRITE ${WORK_DIR}/${name}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(${name} C CXX)\n"
    "find_package(AutoMap CONFIG REQUIRED COMPONENTS ${component})\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK_DIR}/${name} -B ${WORK_DIR}/${name}/build -G Ninja
    -DCMAKE_PREFIX_PATH=${INSTALL_DIR} ${ARGN} ERROR_VARIABLE error OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " error "${error}")
  if(NOT error MATCHES "${message}")
    message(FATAL_ERROR "not the message for ${name}: ${error}")
  endif()
endfunction()
expect_message(misspelt autolnk "no component 'autolnk': its components are mpi and autolink")

# An unknown MPI library.
file(WRITE ${WORK_DIR}/unknown/mpi.h "#include_next <mpi.h>\n#undef OPEN_MPI\n#undef MPICH\n#undef MPICH_VERSION\n")
file(WRITE ${WORK_DIR}/unknown/mpicc "#!/bin/sh\nexec ${MPI_C_COMPILER} -I${WORK_DIR}/unknown \"$@\"\n")
file(CHMOD ${WORK_DIR}/unknown/mpicc PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
expect_refused(unknown_build ${WORK_DIR}/unknown/mpicc "is none of Open MPI")

if(MPI_C_COMPILER MATCHES openmpi)
  find_program(other_mpicc mpicc.mpich)
else()
  find_program(other_mpicc mpicc.openmpi)
endif()
if(other_mpicc)
  expect_refused(other ${other_mpicc} "was built for .* or with cmake --fresh")
  string(REPLACE mpicc mpicxx other_mpicxx ${other_mpicc})
  if(EXISTS ${other_mpicxx})
    expect_message(two mpi "CMake has found two MPI libraries" -DMPI_C_COMPILER=${MPI_C_COMPILER} -DMPI_CXX_COMPILER=${other_mpicxx})
  endif()

  file(GLOB_RECURSE pc ${INSTALL_DIR}/automap-mpi.pc)
  cmake_path(GET pc PARENT_PATH pc_dir)
  set(ENV{PKG_CONFIG_PATH} ${pc_dir})
  separate_arguments(compile_flags UNIX_COMMAND "${CXX_FLAGS}")
  foreach(program "main;AutoMap;automap-mpi" "list;AutoLink;automap-autolink")
    list(POP_FRONT program source library package)
    run(pkg-config --cflags --libs ${package})
    separate_arguments(flags UNIX_COMMAND "${output}")
    execute_process(COMMAND ${other_mpicc} ${compile_flags} ${SOURCE_DIR}/runtime/${source}.c -o ${WORK_DIR}/${source} ${flags}
      RESULT_VARIABLE result ERROR_VARIABLE error)
    string(REGEX MATCH "undefined reference to `[A-Za-z0-9_]+'" first "${error}")
    if(result EQUAL 0 OR NOT first MATCHES "`${library}_built_for_(MPICH|Open_MPI)'")
      message(FATAL_ERROR "${other_mpicc} links ${package}: ${error}")
    endif()
  endforeach()
endif()
