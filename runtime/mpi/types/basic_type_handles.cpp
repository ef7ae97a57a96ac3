// Predefined datatypes. See basic_type_handles.h.
#include "basic_type_handles.h"

#include "mpi/base/failure.h"

#include <array>
#include <cstddef>
#include <unordered_map>

// Datatypes that an MPI library may lack: optional types (MPI 4.0, section 3.2.2), and some of Fortran and C++.
#ifndef MPI_CXX_BOOL
#define MPI_CXX_BOOL MPI_DATATYPE_NULL
#define MPI_CXX_FLOAT_COMPLEX MPI_DATATYPE_NULL
#define MPI_CXX_DOUBLE_COMPLEX MPI_DATATYPE_NULL
#define MPI_CXX_LONG_DOUBLE_COMPLEX MPI_DATATYPE_NULL
#endif
#ifndef MPI_LOGICAL1
#define MPI_LOGICAL1 MPI_DATATYPE_NULL
#define MPI_LOGICAL2 MPI_DATATYPE_NULL
#define MPI_LOGICAL4 MPI_DATATYPE_NULL
#define MPI_LOGICAL8 MPI_DATATYPE_NULL
#endif
#ifndef MPI_INTEGER16
#define MPI_INTEGER16 MPI_DATATYPE_NULL
#endif
#ifndef MPI_REAL2
#define MPI_REAL2 MPI_DATATYPE_NULL
#endif
#ifndef MPI_COMPLEX4
#define MPI_COMPLEX4 MPI_DATATYPE_NULL
#endif
#ifndef MPI_2COMPLEX
#define MPI_2COMPLEX MPI_DATATYPE_NULL
#define MPI_2DOUBLE_COMPLEX MPI_DATATYPE_NULL
#endif

namespace automap::mpi {
namespace {

using layout::BasicType;
using layout::BasicTypeId;
using layout::TypeTree;

constexpr std::size_t basic_type_count = 0
#define AUTOMAP_BASIC_TYPE(name) +1
#include "layout/basic_type.def"
#undef AUTOMAP_BASIC_TYPE
    ;

/// Returns the predefined datatypes in the order of BasicTypeId.
std::array<MPI_Datatype, basic_type_count> all_handles() {
  return {
#define AUTOMAP_BASIC_TYPE(name) MPI_##name,
#include "layout/basic_type.def"
#undef AUTOMAP_BASIC_TYPE
  };
}

std::uint32_t size_of(MPI_Datatype type) {
  int size = 0;
  check_call(MPI_Type_size(type, &size));
  return static_cast<std::uint32_t>(size);
}

TypeTree leaf_of(MPI_Datatype type) { return TypeTree::leaf(basic_type_of(type).value()); }

/// Returns the layout of a pair type of C, which is that of this struct (MPI 4.0, section 6.9.4).
template <typename Value> TypeTree value_and_int(MPI_Datatype value) {
  struct Pair {
    Value value;
    int index;
  };
  return TypeTree::struc({0, offsetof(Pair, index)}, {leaf_of(value), leaf_of(MPI_INT)});
}

TypeTree two_of(MPI_Datatype value) { return TypeTree::vec(2, size_of(value), leaf_of(value)); }

} // namespace

std::optional<BasicTypeId> basic_type_id_of(MPI_Datatype type) {
  using Ids = std::unordered_map<MPI_Datatype, BasicTypeId>;
  static const Ids &ids = *new Ids([] { // never destroyed: exit handlers may make calls
    Ids out;
    const auto handles = all_handles();
    for (std::size_t i = 0; i < handles.size(); ++i)
      if (handles[i] != MPI_DATATYPE_NULL)
        out.try_emplace(handles[i], static_cast<BasicTypeId>(i));
    return out;
  }());
  const auto found = ids.find(type);
  return found == ids.end() ? std::nullopt : std::optional(found->second);
}

std::optional<BasicType> basic_type_of(MPI_Datatype type) {
  const auto id = basic_type_id_of(type);
  if (!id)
    return std::nullopt;
  const BasicType basic{*id, size_of(type)};
  MPI_Count lower_bound = 0, extent = 0;
  check_call(MPI_Type_get_extent_x(type, &lower_bound, &extent));
  if (lower_bound != 0 || extent != basic.size_bytes)
    throw UsageFailure(MPI_ERR_TYPE, "AutoMap: this MPI library pads a basic type");
  return basic;
}

MPI_Datatype handle_of(BasicTypeId id) {
  static const auto handles = all_handles();
  return handles[static_cast<std::size_t>(id)];
}

std::optional<TypeTree> pair_type_of(MPI_Datatype type) {
  if (type == MPI_FLOAT_INT)
    return value_and_int<float>(MPI_FLOAT);
  if (type == MPI_DOUBLE_INT)
    return value_and_int<double>(MPI_DOUBLE);
  if (type == MPI_LONG_INT)
    return value_and_int<long>(MPI_LONG);
  if (type == MPI_SHORT_INT)
    return value_and_int<short>(MPI_SHORT);
  if (type == MPI_LONG_DOUBLE_INT)
    return value_and_int<long double>(MPI_LONG_DOUBLE);
  const std::array<std::pair<MPI_Datatype, MPI_Datatype>, 6> twins = {{
      {MPI_2INT, MPI_INT},
      {MPI_2INTEGER, MPI_INTEGER},
      {MPI_2REAL, MPI_REAL},
      {MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION},
      {MPI_2COMPLEX, MPI_COMPLEX},
      {MPI_2DOUBLE_COMPLEX, MPI_DOUBLE_COMPLEX},
  }};
  for (const auto &[twin, value] : twins)
    if (type == twin && twin != MPI_DATATYPE_NULL)
      return two_of(value);
  return std::nullopt;
}

} // namespace automap::mpi
