# Checks that the source files of a room include only files of that room and of those that it may use.
#
#   cmake -DTOP=<top of the project> -DROOM=<folder> -DUSES=<folder>;... [-DSTAMP=<file>] -P check_room.cmake
#
# Fails with the file and line of each other include, and writes STAMP if there is none. Headers of other projects
# are the compiler's to find: a room has their include paths only if its target links to them.
cmake_minimum_required(VERSION 3.25)
set(include_paths tool runtime runtime/include autolink autolink/include)
file(GLOB files ${TOP}/${ROOM}/*.h ${TOP}/${ROOM}/*.hpp ${TOP}/${ROOM}/*.inc ${TOP}/${ROOM}/*.def
  ${TOP}/${ROOM}/*.c ${TOP}/${ROOM}/*.cpp)
set(allowed ${ROOM} ${USES})
set(errors "")
foreach(file IN LISTS files)
  file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[^\"<]*[\"<]([^\">]+)[\">].*$" "\\1" included "${line}")
    foreach(path ${ROOM} ${include_paths})
      cmake_path(SET target NORMALIZE "${path}/${included}")
      if(EXISTS ${TOP}/${target})
        cmake_path(GET target PARENT_PATH room)
        if(NOT room IN_LIST allowed)
          file(READ ${file} before)
          string(FIND "${before}" "${line}" position)
          string(SUBSTRING "${before}" 0 ${position} before)
          string(REGEX REPLACE "[^\n]+" "" line_ends "${before}")
          string(LENGTH "${line_ends}\n" number)
          string(APPEND errors
            "${file}:${number}: error: ${ROOM} must not include \"${included}\": "
            "cmake/rooms.md does not let it use ${room}\n")
        endif()
        break()
      endif()
    endforeach()
  endforeach()
endforeach()
if(errors)
  message("${errors}")
  message(FATAL_ERROR "${ROOM} includes what it may not")
endif()
if(STAMP)
  file(TOUCH ${STAMP})
endif()
