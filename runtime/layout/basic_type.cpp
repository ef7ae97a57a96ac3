// Properties of the basic types. See basic_type.h.
#include "basic_type.h"

#include <array>

namespace automap::layout {
namespace {

constexpr std::array names = {
#define AUTOMAP_BASIC_TYPE(name) std::string_view("MPI_" #name),
#include "basic_type.def"
#undef AUTOMAP_BASIC_TYPE
};

constexpr std::uint8_t numbers[] = {
#define AUTOMAP_C_TYPE(identifier, name, number, numbers, ...) numbers,
#define AUTOMAP_OTHER_TYPE(identifier, bytes, numbers, ...) numbers,
#include "basic_type.def"
};

} // namespace

std::int64_t numbers_in(BasicTypeId id) { return numbers[static_cast<std::size_t>(id)]; }

std::span<const std::string_view> mpi_names() { return names; }

std::string_view mpi_name(BasicTypeId id) { return names[static_cast<std::size_t>(id)]; }

std::optional<BasicTypeId> basic_type_from_mpi_name(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name)
      return static_cast<BasicTypeId>(i);
  return std::nullopt;
}

} // namespace automap::layout
