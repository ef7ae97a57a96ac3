# Runs two programs, which must succeed and print the same lines, in any order. Prints them.
#
#   cmake -DLAUNCH=<command> -DFIRST=<program> -DSECOND=<program> [-DARGUMENTS=<arguments>] -P same_output.cmake
foreach(program IN ITEMS FIRST SECOND)
  execute_process(COMMAND ${LAUNCH} ${${program}} ${ARGUMENTS} OUTPUT_VARIABLE lines_of_${program} RESULT_VARIABLE status)
  message("${${program}}:\n${lines_of_${program}}")
  if(NOT status EQUAL 0 OR lines_of_${program} STREQUAL "")
    message(FATAL_ERROR "exit status ${status}")
  endif()
  string(REPLACE "\n" ";" lines_of_${program} "${lines_of_${program}}")
  list(SORT lines_of_${program})
endforeach()
if(NOT lines_of_FIRST STREQUAL lines_of_SECOND)
  message(FATAL_ERROR "the two differ")
endif()
