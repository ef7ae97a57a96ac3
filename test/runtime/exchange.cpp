// Exchanges between ranks: data sent with one datatype is received with the result of AM_Type_normalize for it, and
// vice versa. Each rank sends to the next.
#include "automap/automap.h"
#include "mpi/types/decode.h"

#include "layout/compose.h"

#include "random_datatype.h"

#include <cstring>
#include <set>

namespace automap::test {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes random_bytes(unsigned seed) {
  std::mt19937 random(seed);
  Bytes out(2 * reach);
  for (std::size_t i = 0; i < out.size(); i += 4) {
    const auto word = static_cast<std::uint32_t>(random());
    std::memcpy(&out[i], &word, 4);
  }
  return out;
}

TEST(Exchange, GivenAndBetterDatatypesMatch) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  const unsigned last = from_environment("AUTOMAP_RANDOM_DATATYPES", 60);
  int exchanged = 0;
  for (unsigned seed = 1; seed <= last; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Type given = RandomDatatype(seed)(4);
    Type better;
    ASSERT_EQ(AM_Type_normalize(given, better.out()), MPI_SUCCESS);
    const auto displacements = packed_displacements(given);
    if (displacements.empty() || std::set(displacements.begin(), displacements.end()).size() != displacements.size())
      continue; // receiving must not write a byte twice
    MPI_Datatype types[2];
    MPI_Type_dup(given, &types[0]);
    MPI_Type_dup(better, &types[1]);
    MPI_Type_commit(&types[0]);
    MPI_Type_commit(&types[1]);
    for (const int sender : {0, 1}) {
      const unsigned key = 10 * seed + static_cast<unsigned>(sender);
      const Bytes sent = random_bytes(1000 * key + static_cast<unsigned>(rank));
      const Bytes from_previous = random_bytes(1000 * key + static_cast<unsigned>(previous));
      Bytes received = random_bytes(7), expected = received;
      for (const std::int64_t at : displacements)
        expected[static_cast<std::size_t>(reach + at)] = from_previous[static_cast<std::size_t>(reach + at)];
      ASSERT_EQ(MPI_Sendrecv(sent.data() + reach, 1, types[sender], next, 0, received.data() + reach, 1,
                             types[1 - sender], previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                MPI_SUCCESS);
      EXPECT_TRUE(received == expected);
      ++exchanged;
    }
    MPI_Type_free(&types[0]);
    MPI_Type_free(&types[1]);
  }
  EXPECT_GT(exchanged, 20);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
