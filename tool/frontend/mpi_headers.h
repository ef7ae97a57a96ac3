// Finds <mpi.h> and <omp.h> for headers that include them, without options from the user.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// The directory for Clang's -idirafter, which exists only in memory. Its files are those of the MPI library's include
/// directories, and gcc's omp.h.
inline constexpr std::string_view mpi_include_dir = "/automap-mpi";

/// Returns `underlying` with mpi_include_dir added. The MPI library and gcc are looked for when a file there is needed,
/// which no other include directory has. A run without MPI, or with options that lead to it, takes no longer.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
with_mpi_headers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> underlying);

/// Returns the include directories in the output of an MPI compiler wrapper's -show: "gcc -I/a -I /b …".
std::vector<std::string> include_dirs_of(std::string_view wrapper_output);

} // namespace automap
