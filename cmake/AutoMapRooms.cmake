# Rooms: the folders of the product's source files, and the rule which of them may include which.
#
#   add_room(<folder> SOURCES <file>... [LINKS <target>...] [SEPARATE])
#
# Adds the object library of one room from the SOURCES in <folder>, a path from the top of the project; the library of
# tool/records is called tool_records. LINKS names targets whose include paths and options the room needs. The table in
# rooms.md says which rooms it may use; the build stops with file and line at an include of any other. The files are
# compiled together, so that the headers are parsed once for each room; with SEPARATE, each by itself.
#
#   add_room_check(<folder> <variable> <source>...)
#
# Adds only the check of the files in <folder>. Sets <variable> to a file that the target of the sources depends on.
set(rooms_page ${CMAKE_CURRENT_LIST_DIR}/rooms.md)
set(check_room_script ${CMAKE_CURRENT_LIST_DIR}/check_room.cmake)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rooms_page})

# Reads the table's rows, "| `room` | … | `room` … |", into the variables room_uses_<room>.
file(STRINGS ${rooms_page} rows REGEX "^\\| `[^`]+` \\|.*\\|$")
set(rooms "")
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^\\| `([^`]+)` \\|.*" "\\1" room "${row}")
  string(REGEX REPLACE "^.*\\|([^|]*)\\|$" "\\1" last_column "${row}")
  string(REGEX MATCHALL "[A-Za-z_/]+" room_uses_${room} "${last_column}")
  foreach(used IN LISTS room_uses_${room})
    if(NOT used IN_LIST rooms)
      message(FATAL_ERROR "${rooms_page}: ${room} uses ${used}, which is not a row above it")
    endif()
  endforeach()
  list(APPEND rooms ${room})
endforeach()

function(add_room_check folder checked)
  if(NOT folder IN_LIST rooms)
    message(FATAL_ERROR "${folder} has no row in ${rooms_page}")
  endif()
  string(REPLACE "/" "_" name ${folder})
  set(place ${PROJECT_SOURCE_DIR}/${folder})
  list(TRANSFORM ARGN PREPEND ${place}/ OUTPUT_VARIABLE sources)
  file(GLOB headers CONFIGURE_DEPENDS ${place}/*.h ${place}/*.hpp ${place}/*.inc ${place}/*.def)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${name}.checked)
  add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} "-DROOM=${folder}" "-DUSES=${room_uses_${folder}}" "-DTOP=${PROJECT_SOURCE_DIR}"
      "-DSTAMP=${stamp}" -P ${check_room_script}
    DEPENDS ${sources} ${headers} ${check_room_script} ${rooms_page}
    COMMENT "Checking what ${folder} includes"
    VERBATIM)
  set(${checked} ${stamp} PARENT_SCOPE)
endfunction()

# By default, GCC 16.2 leaves a store out if the same place is stored to again after the next `new`, although that may throw:
# a buffer that has no memory any more then keeps its capacity.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-fno-assume-sane-operators-new-delete AUTOMAP_CAN_DISTRUST_NEW)

function(add_room folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SEPARATE" "" "SOURCES;LINKS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "add_room(<folder> SOURCES <file>... [LINKS <target>...] [SEPARATE]): got ${ARGV}")
  endif()
  add_room_check(${folder} checked ${arg_SOURCES})
  string(REPLACE "/" "_" name ${folder})
  list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/${folder}/)
  add_library(${name} OBJECT ${arg_SOURCES} ${checked})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PRIVATE ${arg_LINKS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(AUTOMAP_CAN_DISTRUST_NEW)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-assume-sane-operators-new-delete>)
  endif()
  if(NOT arg_SEPARATE)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()
