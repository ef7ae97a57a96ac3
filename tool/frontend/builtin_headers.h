// Clang's own headers (stddef.h, stdint.h, …), carried inside the tool so that it works wherever it is
// copied, whether or not Clang's development packages are there.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string_view>

namespace automap {

/// A path that no real file has; for clang's -resource-dir.
inline constexpr std::string_view resource_dir = "/automap-builtin";

/// A file system that holds resource_dir alone.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> builtin_headers();

} // namespace automap
