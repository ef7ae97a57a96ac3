# Builds a project of two rooms: a correct one, one with a forbidden include, and one whose rooms use each other.
#
# cmake -DWORK_DIR=<folder> -DCMAKE_DIR=<the project's cmake/> -P forbidden_include.cmake
cmake_minimum_required(VERSION 3.25)

# try_project(<lower> <upper> <expected>): the room tool/lower has the source `lower`, and the row of tool/upper in the
# table ends with `upper`. Configuring and building must print `expected`, or succeed if it is empty.
function(try_project lower upper expected)
  file(REMOVE_RECURSE ${WORK_DIR})
  file(COPY ${CMAKE_DIR}/AutoMapRooms.cmake ${CMAKE_DIR}/check_room.cmake DESTINATION ${WORK_DIR}/cmake)
  file(WRITE ${WORK_DIR}/cmake/rooms.md
    "| room | what | may use |\n|---|---|---|\n| `tool/lower` | a | ${upper}|\n| `tool/upper` | b | `tool/lower` |\n")
  file(WRITE ${WORK_DIR}/tool/lower/value.h "#pragma once\n")
  file(WRITE ${WORK_DIR}/tool/lower/lower.cpp "${lower}")
  file(WRITE ${WORK_DIR}/tool/upper/upper.h "#pragma once\n")
  file(WRITE ${WORK_DIR}/tool/upper/upper.cpp "#include \"upper.h\"\n#include \"lower/value.h\"\n#include <vector>\n")
  file(WRITE ${WORK_DIR}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(Rooms LANGUAGES CXX)
include(cmake/AutoMapRooms.cmake)
include_directories(tool)
add_room(tool/lower SOURCES lower.cpp)
add_room(tool/upper SOURCES upper.cpp)
")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK_DIR} -B ${WORK_DIR}/build -G Ninja
    OUTPUT_VARIABLE configured ERROR_VARIABLE configured RESULT_VARIABLE status)
  if(status EQUAL 0)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR}/build
      OUTPUT_VARIABLE built ERROR_VARIABLE built RESULT_VARIABLE status)
  endif()
  string(REGEX REPLACE "[ \n]+" " " printed "${configured}${built}") # CMake breaks lines where it likes
  string(FIND "${printed}" "${expected}" place)
  if(expected AND (status EQUAL 0 OR place EQUAL -1))
    message(FATAL_ERROR "expected this error: ${expected}\n${configured}${built}")
  elseif(NOT expected AND NOT status EQUAL 0)
    message(FATAL_ERROR "${configured}${built}")
  endif()
endfunction()

try_project("#include \"value.h\"\n#include \"lower/value.h\"\n" "" "")
try_project("#include \"value.h\"\n\n// A comment.\n  #  include <upper/upper.h>\n" ""
  "tool/lower/lower.cpp:4: error: tool/lower must not include \"upper/upper.h\"")
try_project("#include \"../upper/upper.h\"\n" "" "tool/lower/lower.cpp:1: error: tool/lower must not include")
try_project("" "`tool/upper` " "tool/lower uses tool/upper, which is not a row above it")
