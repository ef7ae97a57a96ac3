// Sizes of basic types. See host_types.h.
#include "host_types.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace automap {
namespace {

using Id = layout::BasicTypeId;

constexpr std::array names = {
#define AUTOMAP_BASIC_TYPE(name) std::string_view("MPI_" #name),
#include "layout/basic_type.def"
#undef AUTOMAP_BASIC_TYPE
};

constexpr std::size_t size_of(Id id) {
  switch (id) {
  case Id::CHAR:
  case Id::SIGNED_CHAR:
  case Id::UNSIGNED_CHAR:
  case Id::INT8_T:
  case Id::UINT8_T:
  case Id::BYTE:
  case Id::PACKED:
  case Id::CHARACTER:
  case Id::LOGICAL1:
  case Id::INTEGER1:
    return 1;
  case Id::INT16_T:
  case Id::UINT16_T:
  case Id::LOGICAL2:
  case Id::INTEGER2:
  case Id::REAL2:
    return 2;
  case Id::INT32_T:
  case Id::UINT32_T:
  case Id::LOGICAL: // as Fortran compilers have them without options
  case Id::INTEGER:
  case Id::REAL:
  case Id::LOGICAL4:
  case Id::INTEGER4:
  case Id::REAL4:
  case Id::COMPLEX4:
    return 4;
  case Id::INT64_T:
  case Id::UINT64_T:
  case Id::COUNT: // of both MPI libraries, on every machine
  case Id::OFFSET:
  case Id::DOUBLE_PRECISION:
  case Id::COMPLEX:
  case Id::LOGICAL8:
  case Id::INTEGER8:
  case Id::REAL8:
  case Id::COMPLEX8:
    return 8;
  case Id::DOUBLE_COMPLEX:
  case Id::INTEGER16:
  case Id::REAL16:
  case Id::COMPLEX16:
    return 16;
  case Id::COMPLEX32:
    return 32;
  case Id::WCHAR:
    return sizeof(wchar_t);
  case Id::SHORT:
  case Id::UNSIGNED_SHORT:
    return sizeof(short);
  case Id::INT:
  case Id::UNSIGNED:
    return sizeof(int);
  case Id::LONG:
  case Id::UNSIGNED_LONG:
    return sizeof(long);
  case Id::LONG_LONG:
  case Id::UNSIGNED_LONG_LONG:
    return sizeof(long long);
  case Id::FLOAT:
    return sizeof(float);
  case Id::DOUBLE:
    return sizeof(double);
  case Id::LONG_DOUBLE:
    return sizeof(long double);
  case Id::C_BOOL:
  case Id::CXX_BOOL:
    return sizeof(bool);
  case Id::C_FLOAT_COMPLEX:
  case Id::CXX_FLOAT_COMPLEX:
    return 2 * sizeof(float);
  case Id::C_DOUBLE_COMPLEX:
  case Id::CXX_DOUBLE_COMPLEX:
    return 2 * sizeof(double);
  case Id::C_LONG_DOUBLE_COMPLEX:
  case Id::CXX_LONG_DOUBLE_COMPLEX:
    return 2 * sizeof(long double);
  case Id::AINT:
    return sizeof(std::ptrdiff_t);
  }
  __builtin_unreachable();
}

} // namespace

std::span<const std::string_view> basic_type_names() { return names; }

std::optional<layout::BasicType> host_basic_type(std::string_view name) {
  auto id = layout::basic_type_from_mpi_name(name);
  if (name == "MPI_LONG_LONG_INT")
    id = Id::LONG_LONG;
  else if (name == "MPI_C_COMPLEX")
    id = Id::C_FLOAT_COMPLEX;
  if (!id)
    return std::nullopt;
  return layout::BasicType{*id, static_cast<std::uint32_t>(size_of(*id))};
}

} // namespace automap
