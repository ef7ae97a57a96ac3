# The port of AutoMap for vcpkg. It builds the checkout that it stands in.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
set(VCPKG_BUILD_TYPE release) # the libraries are of C++ behind a C interface, and the command is a tool

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DAUTOMAP_BUILD_TESTS=OFF
    -DAUTOMAP_STATIC_LLVM=ON # vcpkg's LLVM is static
    -DLIBDW_LIBRARY=OFF # automap-run and automap-check need a shared one
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME AutoMap CONFIG_PATH lib/cmake/AutoMap)
vcpkg_copy_tools(TOOL_NAMES automap AUTO_CLEAN)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
