// Basic types: the leaves of every layout, named as MPI names them but known here without MPI.
//
// A basic type is an identifier (which MPI datatype) and a size (how many bytes it takes on the machine that the layout
// is for, which need not be this one). tool/typemap/host_types.h has the sizes on this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace automap::layout {

enum class BasicTypeId : std::uint8_t {
#define AUTOMAP_BASIC_TYPE(name) name,
#include "basic_type.def"
#undef AUTOMAP_BASIC_TYPE
};

struct BasicType {
  BasicTypeId id = BasicTypeId::BYTE;
  std::uint32_t size_bytes = 1;

  friend bool operator==(const BasicType &, const BasicType &) = default;
};

/// Returns the largest power of two that divides the size. The type's alignment divides it, too.
constexpr std::int64_t alignment_limit(BasicType type) { return type.size_bytes & -type.size_bytes; }

/// Returns of how many numbers a value consists: two if it is complex, else one.
std::int64_t numbers_in(BasicTypeId id);

/// Returns the MPI name, for example "MPI_DOUBLE". The text lives as long as the program.
std::string_view mpi_name(BasicTypeId id);

/// Returns the names of all basic types, in the order of BasicTypeId.
std::span<const std::string_view> mpi_names();

/// Returns the basic type that MPI calls `name`; nothing if there is none.
std::optional<BasicTypeId> basic_type_from_mpi_name(std::string_view name);

} // namespace automap::layout
