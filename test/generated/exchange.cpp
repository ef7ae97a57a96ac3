// Sends zero, one and many records between all ranks, point to point and in collectives.
#include <gtest/gtest.h>

#include "expected.h"
#include "run_on_all_ranks.h"

namespace {

int rank, size;

unsigned seed_of(int from, int to) { return static_cast<unsigned>(1000 * from + to + 1); }

template <typename T> class Exchange : public ::testing::Test {};
TYPED_TEST_SUITE(Exchange, AllRecords);

TYPED_TEST(Exchange, BetweenEachPairOfRanks) {
  const MPI_Datatype type = Expected<TypeParam>::datatype();
  for (const int count : {0, 1, 2, 1000})
    for (int shift = 0; shift < size; ++shift) {
      const int to = (rank + shift) % size, from = (rank - shift + size) % size;
      const auto n = static_cast<std::size_t>(count);
      const auto sent = random_records<TypeParam>(n, seed_of(rank, to));
      const auto before = random_records<TypeParam>(n, 0);
      auto received = before;
      MPI_Status status;
      MPI_Sendrecv(sent.data(), count, type, to, 5, received.data(), count, type, from, 5, MPI_COMM_WORLD, &status);
      int arrived = -1;
      MPI_Get_count(&status, type, &arrived);
      ASSERT_EQ(arrived, count);
      ASSERT_EQ(received, received_by_hand<TypeParam>(random_records<TypeParam>(n, seed_of(from, rank)), before))
          << count << " records from rank " << from << " to rank " << rank;
    }
}

TYPED_TEST(Exchange, BroadcastFromEachRank) {
  constexpr int count = 17;
  for (int root = 0; root < size; ++root) {
    const auto sent = random_records<TypeParam>(count, seed_of(root, root));
    const auto before = random_records<TypeParam>(count, 0);
    auto buffer = rank == root ? sent : before;
    MPI_Bcast(buffer.data(), count, Expected<TypeParam>::datatype(), root, MPI_COMM_WORLD);
    ASSERT_EQ(buffer, rank == root ? sent : received_by_hand<TypeParam>(sent, before)) << "root " << root;
  }
}

TYPED_TEST(Exchange, AllgatherStepsBySizeof) {
  constexpr int count = 3;
  const auto n = static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
  const auto mine = random_records<TypeParam>(count, seed_of(rank, 0));
  const auto before = random_records<TypeParam>(n, 0);
  auto all = before;
  MPI_Allgather(mine.data(), count, Expected<TypeParam>::datatype(), all.data(), count, Expected<TypeParam>::datatype(),
                MPI_COMM_WORLD);
  std::vector<unsigned char> sent;
  for (int from = 0; from < size; ++from) {
    const auto part = random_records<TypeParam>(count, seed_of(from, 0));
    sent.insert(sent.end(), part.begin(), part.end());
  }
  ASSERT_EQ(all, received_by_hand<TypeParam>(sent, before));
}

} // namespace

int main(int argc, char **argv) { return run_on_all_ranks(argc, argv, rank, size); }
