# Copies a static library so that it calls PMPI_Send in place of MPI_Send, and so on; and automap_own_Send in place of both
# if the file WRAPPERS defines that.
#
#   cmake -DNM=nm -DOBJCOPY=objcopy -DFROM=liba.a -DTO=libb.a -DWRAPPERS=wrappers.inc -P call_profiling_interface.cmake
cmake_policy(VERSION 3.25)
execute_process(COMMAND ${NM} -u ${FROM} OUTPUT_VARIABLE undefined COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "U P?MPI_[A-Z][a-z_0-9]+" names "${undefined}")
list(REMOVE_DUPLICATES names)
file(STRINGS ${WRAPPERS} own REGEX "int automap_own_")
list(TRANSFORM own REPLACE ".*automap_own_([A-Za-z_0-9]+).*" "\\1")
# objcopy gives no two names the same new one, so this takes two steps.
set(to_profiling "")
set(to_own "")
foreach(name IN LISTS names)
  string(REGEX REPLACE "U P?MPI_" "" call "${name}")
  if(name MATCHES "U MPI_")
    string(APPEND to_profiling "MPI_${call} PMPI_${call}\n")
  endif()
  if(call IN_LIST own AND NOT call IN_LIST done)
    list(APPEND done ${call})
    string(APPEND to_own "PMPI_${call} automap_own_${call}\n")
  endif()
endforeach()
file(WRITE ${TO}.profiling "${to_profiling}")
file(WRITE ${TO}.own "${to_own}")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${TO}.profiling ${FROM} ${TO} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${TO}.own ${TO} COMMAND_ERROR_IS_FATAL ANY)
