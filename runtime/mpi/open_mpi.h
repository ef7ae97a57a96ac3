// Whether the MPI library is Open MPI, for what differs between the libraries. A build for the standard ABI finds out when
// it runs. A build for one library knows, so that the compiler leaves the other way out. AutoLink's library contains this,
// too, without the rest of AutoMap's.
#pragma once

#include <mpi.h>

#if defined(MPI_ABI_VERSION) && MPI_ABI_VERSION > 0
#define AUTOMAP_STANDARD_MPI_ABI 1
#include <string_view>
#else
#define AUTOMAP_STANDARD_MPI_ABI 0
#endif

namespace automap::mpi {

#if AUTOMAP_STANDARD_MPI_ABI
inline bool is_open_mpi() {
  static const bool out = [] {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    return MPI_Get_library_version(version, &length) == MPI_SUCCESS &&
           std::string_view(version, static_cast<std::size_t>(length)).starts_with("Open MPI");
  }();
  return out;
}
#elif defined(OPEN_MPI)
constexpr bool is_open_mpi() { return true; }
#else
constexpr bool is_open_mpi() { return false; }
#endif

} // namespace automap::mpi
