// The fragments in which MPI hands long messages to their receiver. They matter with MPICH before 4.2 over UCX, which
// unpacks each fragment by itself, and only whole basic elements. If a fragment splits an element, the receive ends
// with MPI_ERR_TRUNCATE (https://github.com/pmodels/mpich/pull/6796). MPICH's own packing splits between elements. Data
// that it sends without packing them, such as packed data, are split by their length.
//
// Over shared memory and TCP, UCX 1.13 splits at multiples of 8240 and of 65520 bytes. Headers of other versions take
// some words of 8 bytes more. Over InfiniBand and the like, fragments have any length, and datagrams are shorter.
// UCX_*_SEG_SIZE in the environment changes all that, and is ignored here.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace automap::mpi {

/// The fragments of an MPI library.
struct Fragments {
  /// The least bytes of a message in several fragments.
  static constexpr std::int64_t shortest = 960; // packets of 1 KiB, less headers

  /// The most bytes of a message that is surely one fragment.
  std::int64_t longest_whole = std::numeric_limits<std::int64_t>::max();

  /// The bytes of which fragments have a multiple.
  int word_bytes = 8;

  friend bool operator==(const Fragments &, const Fragments &) = default;
};

/// Returns the fragments of an MPI library by the text of its MPI_Get_library_version and by whether the computer has
/// an RDMA device. Assumes the worst of libraries derived from MPICH that do not name the network library.
Fragments fragments_of(std::string_view library_version, bool has_rdma_device);

/// Returns the fragments of the MPI library in use.
const Fragments &fragments();

} // namespace automap::mpi
