# Loads the requested components AutoMap::mpi and AutoMap::autolink, from the build for the MPI library that CMake
# finds.
get_property(automap_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if("C" IN_LIST automap_languages)
  set(automap_language C)
  find_package(MPI QUIET COMPONENTS C OPTIONAL_COMPONENTS CXX)
else()
  set(automap_language CXX)
  find_package(MPI QUIET COMPONENTS CXX)
endif()
if(MPI_${automap_language}_FOUND)
  automap_which_mpi(automap_mpi ${automap_language})
  if(automap_language STREQUAL "C" AND MPI_CXX_FOUND)
    automap_which_mpi(automap_mpi_cxx CXX)
    if(automap_mpi AND automap_mpi_cxx AND NOT automap_mpi STREQUAL automap_mpi_cxx)
      message(WARNING "CMake has found two MPI libraries: ${automap_mpi} for C ('${MPI_C_COMPILER}') and \
${automap_mpi_cxx} for C++ ('${MPI_CXX_COMPILER}'). Give both -DMPI_C_COMPILER and -DMPI_CXX_COMPILER, in a new build \
directory or with cmake --fresh.")
    endif()
  endif()
  file(GLOB automap_installed RELATIVE ${CMAKE_CURRENT_LIST_DIR} ${CMAKE_CURRENT_LIST_DIR}/*/mpi_targets.cmake)
  string(REPLACE "/mpi_targets.cmake" "" automap_installed "${automap_installed}")
endif()
foreach(automap_component IN LISTS automap_mpi_components)
  set(AutoMap_${automap_component}_FOUND FALSE)
  if(NOT MPI_${automap_language}_FOUND)
    set(AutoMap_NOT_FOUND_MESSAGE "AutoMap::${automap_component} needs an MPI library, and CMake finds none")
  elseif(NOT automap_mpi)
    set(AutoMap_NOT_FOUND_MESSAGE "AutoMap::${automap_component} needs an MPI library that it was built for: \
${automap_mpi_WHY_NOT}")
  elseif(EXISTS ${CMAKE_CURRENT_LIST_DIR}/${automap_mpi}/${automap_component}_targets.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/${automap_mpi}/${automap_component}_targets.cmake)
    set(AutoMap_${automap_component}_FOUND TRUE)
  elseif(automap_installed)
    set(AutoMap_NOT_FOUND_MESSAGE "AutoMap::${automap_component} was built for ${automap_installed}, and CMake has found \
${automap_mpi}, whose compiler is '${MPI_${automap_language}_COMPILER}'. MPI_C_COMPILER and MPI_CXX_COMPILER choose \
another one, -DMPI_C_COMPILER=mpicc.${automap_installed} -DMPI_CXX_COMPILER=mpicxx.${automap_installed} for example, in \
a new build directory or with cmake --fresh, since CMake keeps what it has found")
  else()
    set(AutoMap_NOT_FOUND_MESSAGE "AutoMap was built without an MPI library")
  endif()
endforeach()
