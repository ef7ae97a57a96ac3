// Finds <mpi.h> and <omp.h> for headers that include them, without options from the user.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string_view>

namespace automap {

/// The directory for Clang's -idirafter, which exists only in memory. Its files are those of the MPI library's include
/// directories, and gcc's omp.h.
inline constexpr std::string_view mpi_include_dir = "/automap-mpi";

/// Returns `underlying` with mpi_include_dir added. The MPI library and gcc are looked for when a file there is needed,
/// which no other include directory has.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
with_mpi_headers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> underlying);

} // namespace automap
