# Clang 19 LibTooling, wherever Debian or LLVM's own packages put it.
#
# Sets AUTOMAP_CLANG_RESOURCE_DIR, the directory of Clang's builtin headers, and adds two targets: automap_clang gives
# access to all of Clang's and LLVM's headers, automap_llvm to LLVM's alone.
find_package(Clang 19.1 CONFIG REQUIRED HINTS /usr/lib/llvm-19/lib/cmake/clang)

# The static libraries of Clang may ask for the shared one of LLVM.
if(AUTOMAP_STATIC_LLVM)
  llvm_map_components_to_libnames(static_llvm BitstreamReader Core FrontendDriver FrontendHLSL FrontendOpenMP MCParser
    Option ProfileData Support TargetParser WindowsDriver)
  set(static_clang ${CLANG_EXPORTED_TARGETS})
  list(FILTER static_clang INCLUDE REGEX "^clang[A-Z]")
  foreach(target IN LISTS static_clang)
    get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
    if("LLVM" IN_LIST libraries)
      list(TRANSFORM libraries REPLACE "^LLVM$" "${static_llvm}")
      set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
    endif()
  endforeach()
endif()

find_path(AUTOMAP_CLANG_RESOURCE_DIR include/stddef.h
  HINTS ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}
  NO_DEFAULT_PATH
  DOC "Directory of Clang's builtin headers (without /include)")
if(NOT AUTOMAP_CLANG_RESOURCE_DIR)
  message(FATAL_ERROR "Clang's builtin headers are not in ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}; "
    "on Debian: apt-get install libclang-common-19-dev")
endif()

add_library(automap_clang INTERFACE)
target_include_directories(automap_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
# Debian keeps the headers of both in one folder.
set(llvm_headers ${PROJECT_BINARY_DIR}/llvm_headers)
file(MAKE_DIRECTORY ${llvm_headers})
foreach(part llvm llvm-c)
  find_path(${part}_parent ${part} PATHS ${LLVM_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE REQUIRED)
  file(CREATE_LINK ${${part}_parent}/${part} ${llvm_headers}/${part} SYMBOLIC)
endforeach()
add_library(automap_llvm INTERFACE)
target_include_directories(automap_llvm SYSTEM INTERFACE ${llvm_headers})
