# Two MPI libraries. With AUTOMAP_SECOND_MPI_C_COMPILER, for example mpicc.openmpi, a build and its installation also have
# the libraries for that one. They are built in second_mpi/, a build of its own without the command, which takes the
# objects that know no MPI from this one. AUTOMAP_FIRST_MPI is set in that build alone.
set(AUTOMAP_SECOND_MPI_C_COMPILER "" CACHE STRING "The compiler of another MPI library, for which libraries are built too")
set(AUTOMAP_OBJECTS_FROM "" CACHE PATH "Another build, whose objects are taken where they know no MPI")

if(AUTOMAP_FIRST_MPI AND AUTOMAP_FIRST_MPI STREQUAL AUTOMAP_MPI)
  message(FATAL_ERROR "AUTOMAP_SECOND_MPI_C_COMPILER, ${MPI_C_COMPILER}, is for ${AUTOMAP_MPI}, as the first MPI library is")
endif()

# Builds for the second MPI library. To be called before other files are installed.
function(automap_add_second_mpi)
  set(build ${PROJECT_BINARY_DIR}/second_mpi)
  set(handed_on "")
  foreach(variable CMAKE_BUILD_TYPE CMAKE_PREFIX_PATH CMAKE_TOOLCHAIN_FILE
      CMAKE_C_COMPILER CMAKE_C_COMPILER_LAUNCHER CMAKE_C_FLAGS CMAKE_CXX_COMPILER CMAKE_CXX_COMPILER_LAUNCHER
      CMAKE_CXX_FLAGS CMAKE_EXE_LINKER_FLAGS CMAKE_SHARED_LINKER_FLAGS
      CMAKE_INSTALL_PREFIX CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_MANDIR)
    if(DEFINED ${variable} AND NOT "${${variable}}" STREQUAL "")
      list(APPEND handed_on "-D${variable}:STRING=${${variable}}")
    endif()
  endforeach()
  set(tool "")
  if(AUTOMAP_BUILD_TOOL)
    set(tool automap)
  endif()
  include(ExternalProject)
  ExternalProject_Add(automap_second_mpi
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${build}
    PREFIX ${PROJECT_BINARY_DIR}/CMakeFiles/second_mpi
    CMAKE_CACHE_ARGS ${handed_on}
      -DMPI_C_COMPILER:STRING=${AUTOMAP_SECOND_MPI_C_COMPILER}
      -DAUTOMAP_FIRST_MPI:STRING=${AUTOMAP_MPI}
      -DAUTOMAP_BUILD_TOOL:BOOL=OFF
      -DAUTOMAP_BUILD_TESTS:BOOL=OFF
      -DAUTOMAP_EXECUTABLE:FILEPATH=$<TARGET_FILE:AutoMap::automap>
      -DAUTOMAP_OBJECTS_FROM:PATH=${PROJECT_BINARY_DIR}
    BUILD_ALWAYS TRUE
    USES_TERMINAL_BUILD TRUE
    INSTALL_COMMAND "")
  ExternalProject_Add_StepDependencies(automap_second_mpi configure automap_layout automap_autolink_core ${tool})
  install(SCRIPT ${build}/cmake_install.cmake ALL_COMPONENTS)
endfunction()

# Takes the objects of these targets from AUTOMAP_OBJECTS_FROM.
function(automap_take_objects_of)
  set_property(TARGET ${ARGN} PROPERTY
    CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/take_object.sh ${AUTOMAP_OBJECTS_FROM})
endfunction()

# Takes the objects of libraries. To be called after these are added.
function(automap_take_objects)
  foreach(directory runtime/layout autolink)
    get_property(targets DIRECTORY ${PROJECT_SOURCE_DIR}/${directory} PROPERTY BUILDSYSTEM_TARGETS)
    list(FILTER targets INCLUDE REGEX "layout|autolink_core")
    automap_take_objects_of(${targets})
  endforeach()
endfunction()
