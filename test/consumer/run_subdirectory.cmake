# Configures project/ with AutoMap as a subdirectory, which builds the command by default. Only CMake's part differs
# from a build of AutoMap alone, so it suffices to compile one object of each kind of the tool. run_consumer.cmake tests
# the subdirectory's other uses with an existing command.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
set(build ${WORK_DIR}/build)
run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/project -B ${build} -G Ninja -DHOW=subdirectory -DTYPES_LANGUAGE=C
  -DAUTOMAP_SOURCE_DIR=${AUTOMAP_SOURCE_DIR} ${mpi_args} -DCMAKE_CXX_FLAGS_RELEASE=-O0)

# ninja(<argument>...): runs one of Ninja's own tools on the build. The output is empty for a file that is not in the
# build.
find_program(ninja NAMES ninja ninja-build REQUIRED)
macro(ninja)
  run(${ninja} -C ${build} -t ${ARGN})
endmacro()
macro(expect_output what)
  if(NOT output MATCHES "${what}")
    message(FATAL_ERROR "no ${what} in: ${output}")
  endif()
endmacro()

# The project builds the command for its generated code and AutoLink for linking, but no tests of AutoMap.
set(tool automap-from-source/tool)
ninja(inputs all)
expect_output("(^|\n)${tool}/automap\n")
expect_output("/autolink/libautomap_autolink.a\n")
if(output MATCHES "gtest|automap_test_layouts|layout_tests")
  message(FATAL_ERROR "tests are built: ${output}")
endif()

# Makes one object of each kind: with Clang, without Clang, in assembly language, and of the command itself. If its
# sources find everything in a subdirectory, so do the others of its kind. The commands are run directly, because Ninja
# would build all libraries first.
set(objects ${tool}/CMakeFiles)
foreach(file ${tool}/builtin_headers.S ${objects}/automap_tool.dir/builtin_headers.S.o
    ${objects}/tool_ast.dir/Unity/unity_0_cxx.cxx.o ${objects}/tool_routines.dir/Unity/unity_0_cxx.cxx.o
    ${objects}/tool_typemap.dir/Unity/unity_0_cxx.cxx.o ${objects}/automap.dir/main.cpp.o)
  cmake_path(GET file PARENT_PATH folder)
  file(MAKE_DIRECTORY ${build}/${folder})
  ninja(commands -s ${file})
  run(${CMAKE_COMMAND} -E chdir ${build} sh -c "${output}")
  if(NOT EXISTS ${build}/${file})
    message(FATAL_ERROR "${file} is not made by: ${output}")
  endif()
endforeach()

# All libraries that the command is linked to exist or are built.
ninja(commands -s ${tool}/automap)
foreach(library tool/libautomap_tool.a layout/libautomap_layout.a libclang-cpp.so libLLVM)
  expect_output("[^ ]*${library}[^ ]*")
  if(NOT CMAKE_MATCH_0 MATCHES "^automap-from-source/" AND NOT EXISTS ${CMAKE_MATCH_0})
    message(FATAL_ERROR "automap is linked to ${CMAKE_MATCH_0}, which is not there")
  endif()
endforeach()
