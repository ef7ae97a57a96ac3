# Builds and runs project/ with one generator and language. Then changes its headers, and checks that the code is
# generated again exactly when necessary.
include(${CMAKE_CURRENT_LIST_DIR}/helpers.cmake)

file(REMOVE_RECURSE ${WORK_DIR}/source)
file(COPY ${SOURCE_DIR}/project/ DESTINATION ${WORK_DIR}/source)
if(HOW STREQUAL "package")
  set(where -DCMAKE_PREFIX_PATH=${INSTALL_DIR})
else()
  set(where -DAUTOMAP_SOURCE_DIR=${AUTOMAP_SOURCE_DIR} -DAUTOMAP_BUILD_TOOL=OFF
    -DAUTOMAP_EXECUTABLE=${INSTALL_DIR}/bin/automap -DCMAKE_CXX_FLAGS_RELEASE=-O0) # compiles in half the time
endif()
run(${CMAKE_COMMAND} -S ${WORK_DIR}/source -B ${WORK_DIR}/build -G ${GENERATOR} -DHOW=${HOW}
  -DTYPES_LANGUAGE=${LANGUAGE} ${where} ${mpi_args} "-DCMAKE_C_FLAGS=${CXX_FLAGS}" "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")

macro(build_and_run)
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK_DIR}/build --output-on-failure)
endmacro()
build_and_run()

set(generated ${WORK_DIR}/build/automap/model/model_types)
expect_contains(${generated}.h "#include \"model/cell.h\"")
expect_contains(${generated}.h "AutoMap_cell")
expect_contains(${generated}.h "AutoMap_unmarked")
expect_contains(${generated}.h "Build_MPI_Types_model")

set(linked ${WORK_DIR}/build/automap/linked)
expect_contains(${linked}/logbook.txt "struct chain, chain.h")
expect_contains(${linked}/logbook_tree.txt "struct tree, tree.h")

# If nothing has changed, nothing is generated.
file(TIMESTAMP ${generated}.h before "%s.%f")
build_and_run()
file(TIMESTAMP ${generated}.h after "%s.%f")
if(NOT before STREQUAL after)
  message(FATAL_ERROR "generated anew without a change")
endif()

# A header that is included by the header has changed.
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
file(WRITE ${WORK_DIR}/source/include/model/real.h "#pragma once\ntypedef float real;\n")
build_and_run()
file(GLOB source ${generated}.c ${generated}.cpp)
expect_contains(${source} "MPI_FLOAT")

# The header itself has changed.
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
file(READ ${WORK_DIR}/source/include/model/cell.h header)
string(REPLACE "real value[COMPONENTS];" "real value[COMPONENTS];\n    long added;" header "${header}")
file(WRITE ${WORK_DIR}/source/include/model/cell.h "${header}")
build_and_run()
expect_contains(${source} "MPI_LONG")
