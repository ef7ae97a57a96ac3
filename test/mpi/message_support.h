// What tests of messages send.
#pragma once

#include "decode.h"

#include "random_datatype.h"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace automap::test {

using Bytes = std::vector<char>;

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

/// The next random datatype whose elements lie apart, so that it may be received.
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

/// Blocks of `block` bytes, every other one, `bytes` in all.
inline Type blocks(int block, int bytes) {
  Type out;
  MPI_Type_vector(bytes / block, block, 2 * block, MPI_CHAR, out.out());
  return committed(std::move(out));
}

/// A communicator of this process alone.
class OwnComm {
public:
  OwnComm() { MPI_Comm_dup(MPI_COMM_SELF, &comm_); }
  OwnComm(const OwnComm &) = delete;
  OwnComm &operator=(const OwnComm &) = delete;
  ~OwnComm() { MPI_Comm_free(&comm_); }
  operator MPI_Comm() const { return comm_; }

private:
  MPI_Comm comm_;
};

} // namespace automap::test
