# Imports an automap command that exists already, for a second build of the libraries and for cross-compiling.
set(AUTOMAP_EXECUTABLE "" CACHE FILEPATH "The automap command to use with AUTOMAP_BUILD_TOOL=OFF")
if(NOT EXISTS "${AUTOMAP_EXECUTABLE}")
  message(FATAL_ERROR "AUTOMAP_BUILD_TOOL is OFF and AUTOMAP_EXECUTABLE names no file: '${AUTOMAP_EXECUTABLE}'")
endif()
add_executable(AutoMap::automap IMPORTED GLOBAL)
set_target_properties(AutoMap::automap PROPERTIES IMPORTED_LOCATION ${AUTOMAP_EXECUTABLE})
