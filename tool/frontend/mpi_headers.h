// Headers that include <mpi.h> or <omp.h>, without the user saying where these are.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// A path that no real directory has; for clang's -idirafter. Files asked for in it are looked up in the
/// directories of the MPI library, omp.h where gcc has it.
inline constexpr std::string_view mpi_include_dir = "/automap-mpi";

/// `underlying`, and mpi_include_dir on top. The MPI library and gcc are looked for only when a file is asked for
/// there, which happens only for headers that no other include directory has: a run that needs no MPI,
/// or is told where it is, pays nothing.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
with_mpi_headers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> underlying);

/// The include directories that an MPI compiler wrapper's -show prints: "gcc -I/a -I /b …".
std::vector<std::string> include_dirs_of(std::string_view wrapper_output);

} // namespace automap
