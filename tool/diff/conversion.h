// What files of AutoLink do with numbers whose type has changed.
#pragma once

#include <cstdint>
#include <string>

namespace automap {

enum class Verdict : std::uint8_t {
  same,        // nothing that matters has changed
  conditional, // it works if values fit, or with a difference that the text names
  broken,
};

/// Returns whether each value of the old MPI type is one of the new type, only some are, or none are converted.
///
/// Example: MPI_INT to MPI_LONG is `same`, MPI_DOUBLE to MPI_INT is `conditional`, MPI_CHAR to MPI_INT is `broken`.
Verdict conversion_of(const std::string &before, const std::string &after);

} // namespace automap
