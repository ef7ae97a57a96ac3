// How programs under mpiexec run their tests: all ranks fail if one does, and none waits for ever for one that has.
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <utility>

namespace automap::test {

/// Ends the process two minutes after its first failure. By then it has come to its end, or it waits for a message, or
/// another rank does, that will not come. The launcher ends the other ranks.
class EndAfterFailure : public ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult &result) override {
    if (result.failed() && !std::exchange(has_failed_, true))
      alarm(120);
  }

  bool has_failed_ = false;
};

/// Runs all tests, and returns 1 if some have failed on any rank, else 0. MPI is running.
inline int run_on_ranks() {
  ::testing::UnitTest::GetInstance()->listeners().Append(new EndAfterFailure);
  int failed = RUN_ALL_TESTS() != 0;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  alarm(0);
  return failed;
}

} // namespace automap::test
