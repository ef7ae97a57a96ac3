// The fragments in which MPI hands long messages to their receiver, where it matters: MPICH before 4.2 over UCX
// unpacks each by itself, whole basic elements alone, and ends the receive with MPI_ERR_TRUNCATE where one has been
// cut in two (https://github.com/pmodels/mpich/pull/6796). Its own packing cuts between elements; data that it sends
// without packing them, as packed ones, are cut by their length.
//
// Over shared memory and TCP, UCX 1.13 cuts at multiples of 8240 and of 65520 bytes; other versions' headers take some
// words of 8 bytes more. Over InfiniBand and the like they have any length, and datagrams are shorter. UCX_*_SEG_SIZE
// in the environment, which changes all that, is not looked at.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace automap::mpi {

struct Fragments {
  /// Bytes that a message has at least where there are several.
  static constexpr std::int64_t shortest = 960; // packets of 1 KiB, less headers

  /// Messages of no more bytes are one fragment.
  std::int64_t longest_whole = std::numeric_limits<std::int64_t>::max();

  /// Fragments end at multiples of so many bytes.
  int word_bytes = 8;

  friend bool operator==(const Fragments &, const Fragments &) = default;
};

/// Those of an MPI library whose MPI_Get_library_version says that, on a computer that may have an RDMA device. Of
/// those that are made from MPICH and do not tell over what they send, the worst is assumed.
Fragments fragments_of(std::string_view library_version, bool has_rdma_device);

/// Those here.
const Fragments &fragments();

} // namespace automap::mpi
