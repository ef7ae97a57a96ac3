// Reads the file of --from-typemap as a TypeMapFile.
#pragma once

#include "type_map_file.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace automap {

/// Reads the file, or standard input if it is "-". Reports what is wrong with it, and returns nothing. All
/// displacements and the numbers of elements and of bytes are in the 64-bit range.
std::optional<TypeMapFile> read_type_map(const std::string &path);

/// Parses a text in the same way.
std::optional<TypeMapFile> parse_type_map(std::unique_ptr<llvm::MemoryBuffer> text);

} // namespace automap
