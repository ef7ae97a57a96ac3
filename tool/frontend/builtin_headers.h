// Clang's own headers (stddef.h, stdint.h, …), which are part of the tool: it runs without Clang's development
// packages.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string_view>

namespace automap {

/// The directory for Clang's -resource-dir, which exists only in memory.
inline constexpr std::string_view resource_dir = "/automap-builtin";

/// Returns a file system that holds resource_dir alone.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> builtin_headers();

} // namespace automap
