// File of --from-typemap → TypeMapFile.
#pragma once

#include "type_map_file.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace automap {

/// Reads the file, "-": standard input. Nothing, after a report, if it cannot be read or is not what is
/// written above. All displacements and the number of elements and of bytes are in the 64-bit range.
std::optional<TypeMapFile> read_type_map(const std::string &path);

/// The same of a text that has been read.
std::optional<TypeMapFile> parse_type_map(std::unique_ptr<llvm::MemoryBuffer> text);

} // namespace automap
