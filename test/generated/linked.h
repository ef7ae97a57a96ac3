// Support for tests that send structures around the ring of all ranks: allocates, sends and frees them.
#pragma once

#include "all_ranks.h"

#include <autolink/autolink.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <vector>

inline int rank, size;

/// Owns the nodes of a sent structure.
class Nodes {
public:
  template <typename T> T *one(T value = T()) { return array<T>(1, value); }

  template <typename T> T *array(std::size_t count, T value = T()) {
    auto all = std::make_shared<std::vector<T>>(count, value);
    kept_.push_back(all);
    return all->data();
  }

  char *text(const std::string &text) {
    char *copy = array<char>(text.size() + 1);
    text.copy(copy, text.size());
    return copy;
  }

private:
  std::deque<std::shared_ptr<void>> kept_;
};

/// Sends to the next rank while it receives from the previous one; the ring closes at rank 0.
template <typename T> T *around(const T *root, AL_Type type) {
  AL_Request request = AL_REQUEST_NULL;
  T *received = nullptr;
  MPI_Status status;
  EXPECT_EQ(AL_Isend(root, type, (rank + 1) % size, 3, MPI_COMM_WORLD, &request), MPI_SUCCESS);
  EXPECT_EQ(AL_Recv(&received, type, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status), MPI_SUCCESS);
  EXPECT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(status.MPI_SOURCE, (rank + size - 1) % size);
  return received;
}

/// Returns the rank from which a structure arrives.
inline int sender() { return (rank + size - 1) % size; }

inline int run_linked(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int failed = automap::test::run_on_ranks();
  AL_Finalize();
  return failed;
}
