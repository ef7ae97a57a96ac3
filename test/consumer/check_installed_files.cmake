# What cmake --install leaves, and that each of it works.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)
file(MAKE_DIRECTORY ${WORK_DIR})

run(${INSTALL_DIR}/bin/automap --version)
if(NOT output STREQUAL "automap ${VERSION}\n")
  message(FATAL_ERROR "automap --version: ${output}")
endif()

# The manual page, without a complaint of the typesetter.
find_program(groff groff)
set(page ${INSTALL_DIR}/share/man/man1/automap.1)
if(groff)
  run(${groff} -man -ww -z ${page})
  if(output)
    message(FATAL_ERROR "automap(1): ${output}")
  endif()
endif()
foreach(option -o -p --extra-arg --type --depfile --suffix -I -D --skip-included --fields --format --all --ignore-pointers --autolink --version --help)
  string(REPLACE "-" "\\-" escaped ${option})
  expect_contains(${page} "${escaped}")
endforeach()

# pkg-config: compile and link a program with the layout library, and find the tool.
find_program(pkg_config pkg-config REQUIRED)
file(GLOB pc ${INSTALL_DIR}/lib*/pkgconfig/automap.pc ${INSTALL_DIR}/lib/*/pkgconfig/automap.pc)
cmake_path(GET pc PARENT_PATH pc_dir)
set(ENV{PKG_CONFIG_PATH} ${pc_dir})
run(${pkg_config} --modversion automap)
if(NOT output STREQUAL "${VERSION}\n")
  message(FATAL_ERROR "pkg-config --modversion: ${output}")
endif()
run(${pkg_config} --variable=prefix automap)
if(NOT output STREQUAL "${INSTALL_DIR}\n")
  message(FATAL_ERROR "automap.pc has the prefix ${output}")
endif()
run(${pkg_config} --cflags --libs automap)
separate_arguments(flags UNIX_COMMAND "${output}")
separate_arguments(sanitizer_flags UNIX_COMMAND "${CXX_FLAGS}")
run(c++ -std=c++20 ${sanitizer_flags} ${SOURCE_DIR}/layout.cpp -o ${WORK_DIR}/layout ${flags})
run(${WORK_DIR}/layout)
if(NOT output STREQUAL "1 5 9 2 6 10 3 7 11 4 8 12 vec(3, 32, leaf(MPI_DOUBLE)) 8 96\n")
  message(FATAL_ERROR "the layout library prints: ${output}")
endif()

# A wrong call with the header for clang's -Wtype-safety, which is found.
find_program(clang clang-19 REQUIRED)
file(WRITE ${WORK_DIR}/wrong.c
  "#include <automap/typesafe_mpi.h>\n"
  "int send(const float *x) { return MPI_Send(x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }\n")
set(ENV{MPICH_CC} ${clang})
set(ENV{OMPI_CC} ${clang})
run(${pkg_config} --cflags automap)
separate_arguments(flags UNIX_COMMAND "${output}")
run(${MPI_C_COMPILER} ${flags} -fsyntax-only ${WORK_DIR}/wrong.c)
if(NOT output MATCHES "wrong.c:2:.*argument type 'float \\*'.* requires 'double \\*'")
  message(FATAL_ERROR "-Wtype-safety prints: ${output}")
endif()
unset(ENV{MPICH_CC})
unset(ENV{OMPI_CC})

# The same for the runtime, with the MPI library's own compiler.
run(${pkg_config} --cflags --libs automap-mpi)
separate_arguments(flags UNIX_COMMAND "${output}")
run(${MPI_C_COMPILER} ${sanitizer_flags} ${SOURCE_DIR}/runtime/main.c -o ${WORK_DIR}/better ${flags})
run(${MPIEXEC_EXECUTABLE} -n 1 ${WORK_DIR}/better)
if(NOT output MATCHES "vec\\(12, 8, leaf\\(MPI_DOUBLE\\)\\)")
  message(FATAL_ERROR "the runtime prints: ${output}")
endif()

# Generated code, with the runtime and without.
file(MAKE_DIRECTORY ${WORK_DIR}/types)
run(${INSTALL_DIR}/bin/automap ${SOURCE_DIR}/runtime/cell.h -o ${WORK_DIR}/types/mpitypes.c)
expect_attached(1 ${MPI_C_COMPILER} ${MPIEXEC_EXECUTABLE} automap-mpi ${sanitizer_flags})
expect_attached(0 ${MPI_C_COMPILER} ${MPIEXEC_EXECUTABLE} automap-autolink ${sanitizer_flags})

# And for AutoLink.
run(${pkg_config} --cflags --libs automap-autolink)
separate_arguments(flags UNIX_COMMAND "${output}")
run(${MPI_C_COMPILER} ${sanitizer_flags} ${SOURCE_DIR}/runtime/list.c -o ${WORK_DIR}/list ${flags})
run(${MPIEXEC_EXECUTABLE} -n 2 ${WORK_DIR}/list)
if(NOT output MATCHES "list: 7 42")
  message(FATAL_ERROR "the program that uses AutoLink prints: ${output}")
endif()
