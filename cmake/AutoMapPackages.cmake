# Debian packages of what is installed: automap, the command; automap-run, which also has automap-check, with the
# libraries that these load into programs; and libautomap-dev, all that programs are built with. In a build with the
# prefix /usr:
#
#   cpack -B <folder of the packages>
#
# Their maintainer is CPACK_PACKAGE_CONTACT, by default the one that Debian's tools take from the environment.
set(CPACK_PACKAGE_NAME automap)
if(NOT CPACK_PACKAGE_CONTACT)
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has one
set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON) # pkg-config's files name the prefix
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL automap_tool automap_run automap_development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian/finish_packages.cmake)
set(CPACK_AUTOMAP_DEBIAN_FILES ${CMAKE_CURRENT_LIST_DIR}/debian)
set(CPACK_AUTOMAP_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})

set(CPACK_DEBIAN_AUTOMAP_TOOL_PACKAGE_NAME automap)
set(CPACK_DEBIAN_AUTOMAP_TOOL_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_AUTOMAP_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_AUTOMAP_TOOL_PACKAGE_RECOMMENDS libautomap-dev)
set(CPACK_DEBIAN_AUTOMAP_TOOL_PACKAGE_SUGGESTS automap-run)
set(CPACK_DEBIAN_AUTOMAP_TOOL_DESCRIPTION "MPI datatypes from annotated C and C++ structs
automap reads C and C++ headers with Clang, and writes the code that
describes marked structs to MPI. Padding is left out, and stale code does
not compile.
.
The generated code needs nothing but MPI. What it can use beyond MPI is in
libautomap-dev.")

set(CPACK_DEBIAN_AUTOMAP_RUN_PACKAGE_NAME automap-run)
set(CPACK_DEBIAN_AUTOMAP_RUN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_AUTOMAP_RUN_PACKAGE_RECOMMENDS "mpich | openmpi-bin")
set(CPACK_DEBIAN_AUTOMAP_RUN_DESCRIPTION "MPI programs faster, or checked, without changes
automap-run loads a library into MPI programs that packs data with gaps,
such as padded structs and columns of matrices, in place of the MPI library.
.
automap-check loads a library that finds receives whose types do not match
their sends, collective calls that differ between ranks, and other mistakes.
.
Both are for programs of MPICH and of Open MPI.")

set(CPACK_DEBIAN_AUTOMAP_DEVELOPMENT_PACKAGE_NAME libautomap-dev)
set(CPACK_DEBIAN_AUTOMAP_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_AUTOMAP_DEVELOPMENT_PACKAGE_DEPENDS
  "automap (= ${PROJECT_VERSION}-1), mpi-default-dev | libopenmpi-dev | libmpich-dev")
set(CPACK_DEBIAN_AUTOMAP_DEVELOPMENT_DESCRIPTION "MPI datatypes from annotated C and C++ structs (libraries)
Static libraries for MPICH and for Open MPI, headers, manual pages, and
files for CMake and pkg-config.
.
AutoMap's library makes better datatypes at run time, and packs, sends and
receives data with gaps faster. AutoLink sends lists, trees, graphs and C++
objects, and keeps them in files.")
include(CPack)
