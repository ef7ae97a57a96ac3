// Data, datatypes and calls for the tests of messages.
#pragma once

#include "automap/automap.h"
#include "mpi/types/decode.h"

#include "random_datatype.h"

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace automap::test {

using Bytes = std::vector<char>;

inline int ranks() {
  int out;
  MPI_Comm_size(MPI_COMM_WORLD, &out);
  return out;
}

inline int rank() {
  int out;
  MPI_Comm_rank(MPI_COMM_WORLD, &out);
  return out;
}

struct Room {
  Bytes bytes = Bytes(2 * reach);
  char *middle() { return bytes.data() + reach; }
};

inline Room filled(unsigned seed) {
  Room out;
  for (std::size_t i = 0; i < out.bytes.size(); ++i)
    out.bytes[i] = static_cast<char>((i + seed) * 2654435761u >> 13);
  return out;
}

inline Type committed(Type type) {
  MPI_Type_commit(type.out());
  return type;
}

/// Returns the next random datatype whose elements do not overlap, so that it may be received.
inline Type apart(unsigned &seed) {
  for (;; ++seed) {
    Type given = RandomDatatype(seed)(5), type;
    MPI_Type_dup(given, type.out());
    const auto places = packed_displacements(flatten(mpi::decode(type).tree));
    if (std::set(places.begin(), places.end()).size() == places.size())
      return ++seed, committed(std::move(type));
  }
}

struct Padded {
  char c;
  double d;
  int i;
};

inline Type padded() {
  const int lengths[] = {1, 1, 1};
  const MPI_Aint places[] = {offsetof(Padded, c), offsetof(Padded, d), offsetof(Padded, i)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  Type fields, out;
  MPI_Type_create_struct(3, lengths, places, types, fields.out());
  MPI_Type_create_resized(fields, 0, sizeof(Padded), out.out());
  return committed(std::move(out));
}

/// Returns every other block of `block` bytes, `bytes` bytes in all.
inline Type blocks(int block, int bytes) {
  Type out;
  MPI_Type_vector(bytes / block, block, 2 * block, MPI_CHAR, out.out());
  return committed(std::move(out));
}

/// Copies one element of `type` from `from` to `to` with MPI's calls.
inline void copy_by_mpi(Room &from, MPI_Datatype type, Room &to) {
  int size = 0, position = 0;
  MPI_Type_size(type, &size);
  Bytes packed(static_cast<std::size_t>(size) + 1);
  MPI_Pack(from.middle(), 1, type, packed.data(), size, &position, MPI_COMM_SELF);
  position = 0;
  MPI_Unpack(packed.data(), size, &position, to.middle(), 1, type, MPI_COMM_SELF);
}

inline int count_of(const MPI_Status &status, MPI_Datatype type) {
  int out = -1;
  MPI_Get_count(&status, type, &out);
  return out;
}

inline void wait_by_tests(AM_Request &request, MPI_Status &status) {
  for (int done = 0; !done;)
    ASSERT_EQ(AM_Test(&request, &done, &status), MPI_SUCCESS);
  EXPECT_EQ(request, AM_REQUEST_NULL);
}

/// The number of variants of sending and receiving; the first uses MPI's own calls.
constexpr int n_variants = 5;

/// Sends one element of `type`, with the variant as tag.
inline void send(int variant, const void *buffer, MPI_Datatype type, int to, MPI_Comm comm) {
  AM_Request request;
  MPI_Status status;
  switch (variant) {
  case 0:
    MPI_Send(buffer, 1, type, to, variant, comm);
    break;
  case 1:
    EXPECT_EQ(AM_Send(buffer, 1, type, to, variant, comm), MPI_SUCCESS);
    break;
  case 2:
    EXPECT_EQ(AM_Isend(buffer, 1, type, to, variant, comm, &request), MPI_SUCCESS);
    wait_by_tests(request, status);
    break;
  case 3:
    EXPECT_EQ(AM_Isend(buffer, 1, type, to, variant, comm, &request), MPI_SUCCESS);
    EXPECT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    break;
  default:
    EXPECT_EQ(
        AM_Sendrecv(buffer, 1, type, to, variant, nullptr, 0, MPI_CHAR, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE),
        MPI_SUCCESS);
  }
}

/// Receives such a message.
inline MPI_Status receive(int variant, void *buffer, MPI_Datatype type, int from, MPI_Comm comm) {
  AM_Request request;
  MPI_Status status;
  switch (variant) {
  case 0:
    MPI_Recv(buffer, 1, type, from, MPI_ANY_TAG, comm, &status);
    break;
  case 1:
    EXPECT_EQ(AM_Recv(buffer, 1, type, from, MPI_ANY_TAG, comm, &status), MPI_SUCCESS);
    break;
  case 2:
    EXPECT_EQ(AM_Irecv(buffer, 1, type, from, MPI_ANY_TAG, comm, &request), MPI_SUCCESS);
    wait_by_tests(request, status);
    break;
  case 3: { // the datatype is freed before the request ends
    MPI_Datatype copy;
    MPI_Type_dup(type, &copy);
    EXPECT_EQ(AM_Irecv(buffer, 1, copy, from, MPI_ANY_TAG, comm, &request), MPI_SUCCESS);
    MPI_Type_free(&copy);
    EXPECT_EQ(AM_Waitall(1, &request, &status), MPI_SUCCESS);
    break;
  }
  default:
    EXPECT_EQ(AM_Sendrecv(nullptr, 0, MPI_CHAR, MPI_PROC_NULL, 0, buffer, 1, type, from, MPI_ANY_TAG, comm, &status),
              MPI_SUCCESS);
  }
  return status;
}

/// Sends a `type` from rank 0 to rank 1 by each variant, for each variant of receiving from `first_receives` on.
/// Expects that the message from `from` arrives as MPI would have copied it. `seed` determines the bytes.
inline void exchange_by_all_calls(MPI_Datatype type, unsigned seed, int first_receives, int from, MPI_Comm comm) {
  for (int sends = 0; sends < n_variants; ++sends)
    for (int receives = first_receives; receives < n_variants; ++receives) {
      SCOPED_TRACE(std::to_string(sends) + " to " + std::to_string(receives));
      Room source = filled(seed), target = filled(seed + 1), expected = filled(seed + 1);
      if (rank() == 0) {
        send(sends, source.middle(), type, 1, comm);
        continue;
      }
      const MPI_Status status = receive(receives, target.middle(), type, from, comm);
      copy_by_mpi(source, type, expected);
      EXPECT_TRUE(target.bytes == expected.bytes);
      EXPECT_EQ(status.MPI_SOURCE, 0);
      EXPECT_EQ(status.MPI_TAG, sends);
      EXPECT_EQ(count_of(status, MPI_BYTE), sizes_of(type).size);
    }
}

/// A duplicate of a communicator, by default of MPI_COMM_SELF.
class OwnComm {
public:
  explicit OwnComm(MPI_Comm from = MPI_COMM_SELF) { MPI_Comm_dup(from, &comm_); }
  OwnComm(const OwnComm &) = delete;
  OwnComm &operator=(const OwnComm &) = delete;
  ~OwnComm() { MPI_Comm_free(&comm_); }
  operator MPI_Comm() const { return comm_; }

private:
  MPI_Comm comm_;
};

} // namespace automap::test
