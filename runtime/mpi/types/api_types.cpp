// Datatypes in the public C API. See automap/automap.h.
#include "automap/automap.h"

#include "basic_type_handles.h"
#include "decode.h"
#include "describe.h"
#include "encode.h"
#include "mpi/base/failure.h"
#include "mpi/base/text_out.h"

#include "layout/dataloop/dense.h"
#include "layout/reconstruct.h"

using namespace automap;
using mpi::require;

namespace {

layout::TypeMap type_map(MPI_Count n, const MPI_Aint *displacements, const MPI_Datatype *types) {
  layout::TypeMap map;
  map.reserve(static_cast<std::size_t>(n));
  MPI_Datatype last = MPI_DATATYPE_NULL;
  layout::BasicType basic_type;
  for (MPI_Count i = 0; i < n; ++i) {
    if (types[i] != last || i == 0) {
      require(types[i] != MPI_DATATYPE_NULL, MPI_ERR_TYPE, "AutoMap: a basic type is MPI_DATATYPE_NULL");
      const auto found = mpi::basic_type_of(types[i]);
      require(found.has_value(), MPI_ERR_TYPE,
              "AutoMap: an entry of the type map is no basic datatype but a derived one or a pair");
      basic_type = *found;
      last = types[i];
    }
    map.push_back({basic_type, displacements[i]});
  }
  return map;
}

std::string describe(const mpi::Decoded &type, int format) {
  switch (format) {
  case AM_FORMAT_TREE:
    return mpi::to_indented(type);
  case AM_FORMAT_NOTATION:
    return mpi::to_notation(type);
  default:
    return mpi::to_json(type);
  }
}

} // namespace

extern "C" int AM_Type_from_map(MPI_Count n, const MPI_Aint displacements[], const MPI_Datatype types[], MPI_Aint lb,
                                MPI_Aint extent, MPI_Datatype *newtype) {
  return mpi::run_call([&] {
    mpi::require_count(n);
    mpi::require_arguments(newtype && (n == 0 || (displacements && types)));
    const auto found = layout::reconstruct(type_map(n, displacements, types), layout::CostModel::mpi());
    *newtype = mpi::encode(found.tree, {lb, extent});
  });
}

extern "C" int AM_Type_normalize(MPI_Datatype type, MPI_Datatype *newtype) {
  return mpi::run_call([&] {
    mpi::require_arguments(newtype);
    const mpi::Decoded given = mpi::decode(type);
    layout::ReconstructionBudget budget;
    budget.elements_per_word = 16; // more time than any use of the datatype could save
    const auto better = layout::normalize(given.tree, layout::CostModel::mpi(), budget);
    *newtype = mpi::encode(better.tree, given.bounds, given.precise_types);
  });
}

extern "C" int AM_Dense(MPI_Datatype type, MPI_Datatype *dense) {
  return mpi::run_call([&] {
    mpi::require_arguments(dense);
    const mpi::Decoded decoded = mpi::decode(type);
    const layout::TypeTree tree = layout::dense(decoded.tree);
    *dense = mpi::encode(tree, {0, tree.data_bytes()}, decoded.precise_types);
  });
}

extern "C" int AM_Type_describe(MPI_Datatype type, int format, char buffer[], size_t size, size_t *length) {
  return mpi::run_call([&] {
    mpi::require_arguments(buffer || size == 0);
    require(format >= AM_FORMAT_TREE && format <= AM_FORMAT_JSON, MPI_ERR_ARG,
            "AutoMap: the format is not AM_FORMAT_TREE, AM_FORMAT_NOTATION or AM_FORMAT_JSON");
    mpi::write_text(describe(mpi::decode(type), format), buffer, size, length);
  });
}
