// Sizes of basic types. See host_types.h.
#include "host_types.h"

#include <cstddef>
#include <cstdint>

namespace automap {
namespace {

using Id = layout::BasicTypeId;

constexpr std::uint32_t sizes[] = {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, ...) numbers * sizeof(number),
#define AUTOMAP_OTHER_TYPE(identifier, bytes, numbers, ...) (bytes) * (numbers),
#include "layout/basic_type.def"
};

} // namespace

std::optional<layout::BasicType> host_basic_type(std::string_view name) {
  auto id = layout::basic_type_from_mpi_name(name);
  if (name == "MPI_LONG_LONG_INT")
    id = Id::LONG_LONG;
  else if (name == "MPI_C_COMPLEX")
    id = Id::C_FLOAT_COMPLEX;
  if (!id)
    return std::nullopt;
  return layout::BasicType{*id, sizes[static_cast<std::size_t>(*id)]};
}

} // namespace automap
