// Which calls the MPI library has.
#pragma once

#include <mpi.h>

// Whether MPI has the calls of MPI 4 that are not for large counts. Open MPI 5 has, but says that it is MPI 3.1.
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define AUTOMAP_MPI_4_CALLS 1

namespace automap::mpi {

template <typename Function> struct ThirdParameter;
template <typename Out, typename A, typename B, typename C, typename... Others>
struct ThirdParameter<Out(A, B, C, Others...)> {
  using type = C;
};

/// The type of the count of a partition's elements: MPI_Count in MPI 4, int in MPICH 5.
using PartitionCount = ThirdParameter<decltype(MPI_Psend_init)>::type;

} // namespace automap::mpi

#else
#define AUTOMAP_MPI_4_CALLS 0
#endif
