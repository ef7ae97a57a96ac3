// The main program of a test on several ranks, which fails on all ranks if it fails on one.
#pragma once

#include "mpitypes.h"

#include "all_ranks.h"

inline int run_on_all_ranks(int argc, char **argv, int &rank, int &size) {
  ::testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  EXPECT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  const int failed = automap::test::run_on_ranks();
  Free_MPI_Types();
  MPI_Finalize();
  return failed;
}
