// Text for a caller's buffer, as snprintf() does it.
#pragma once

#include <cstddef>
#include <string_view>

namespace automap::mpi {

/// As much of `text` as fits into `size` bytes with a null character; nothing into none. The length of the
/// whole text into `length`, which may be null.
inline void write_text(std::string_view text, char *buffer, std::size_t size, std::size_t *length) {
  if (size > 0)
    buffer[text.copy(buffer, size - 1)] = '\0';
  if (length)
    *length = text.size();
}

} // namespace automap::mpi
