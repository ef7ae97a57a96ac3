# Clang 19 LibTooling, wherever Debian or LLVM's own packages put it.
#
# Sets AUTOMAP_CLANG_RESOURCE_DIR, the directory of Clang's builtin headers.
find_package(Clang 19.1 CONFIG REQUIRED HINTS /usr/lib/llvm-19/lib/cmake/clang)

find_path(AUTOMAP_CLANG_RESOURCE_DIR include/stddef.h
  HINTS ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}
  NO_DEFAULT_PATH
  DOC "Directory of Clang's builtin headers (without /include)")
if(NOT AUTOMAP_CLANG_RESOURCE_DIR)
  message(FATAL_ERROR "Clang's builtin headers are not in ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}; "
    "on Debian: apt-get install libclang-common-19-dev")
endif()
