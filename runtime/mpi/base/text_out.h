// Text for a caller's buffer, in the manner of snprintf().
#pragma once

#include <cstddef>
#include <string_view>

namespace automap::mpi {

/// Writes as much of `text` as fits into `size` bytes with a null character, and nothing if `size` is 0. Stores the
/// length of the whole text in `length`, which may be null.
inline void write_text(std::string_view text, char *buffer, std::size_t size, std::size_t *length) {
  if (size > 0)
    buffer[text.copy(buffer, size - 1)] = '\0';
  if (length)
    *length = text.size();
}

} // namespace automap::mpi
