// The "external32" representation of a layout's data (MPI 4.0, section 14.5.2): big-endian, with sizes that the
// standard fixes, so that all machines can read it. basic_type.def has the sizes.
#pragma once

#include "dataloop.h"

#include <cstdint>
#include <optional>

namespace automap::layout {

/// Returns the bytes of one element in external32, for a basic type of this machine; nothing if the standard has no
/// representation for a type of that size.
std::optional<std::int64_t> external32_size(BasicType type);

/// Converts the data of whole layouts to external32 and back, as MPI_Pack_external does; it does not convert ranges of
/// the stream.
///
/// MPI libraries differ from this where they differ from the standard's table. Open MPI 4.1.4 writes MPI_WCHAR with 4
/// bytes and long double differently. MPICH 4.0.2 reverses both parts of a Fortran complex number as if they were one,
/// and converts neither MPI_WCHAR nor structs.
class External32 {
public:
  /// Throws std::length_error, std::bad_alloc, and std::invalid_argument for a type without a representation.
  External32(const TypeTree &tree, Bounds bounds);

  /// Returns the bytes of one layout.
  std::int64_t size() const { return size_; }

  /// Converts `count` layouts at `buffer` to count * size() bytes at `out`, or from `in`. Integers whose representation
  /// is shorter (MPI_LONG has 4 bytes there) lose their upper bytes when packed.
  void pack(const void *buffer, std::int64_t count, void *out) const;
  void unpack(const void *in, void *buffer, std::int64_t count) const;

private:
  Dataloops loops_;
  std::int64_t size_ = 0;
};

} // namespace automap::layout
