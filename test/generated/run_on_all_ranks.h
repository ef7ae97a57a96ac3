// The main program of a test on several ranks, which fails on all ranks if it fails on one.
#pragma once

#include "mpitypes.h"

#include <gtest/gtest.h>

inline int run_on_all_ranks(int argc, char **argv, int &rank, int &size) {
  ::testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int failed = Build_MPI_Types() != MPI_SUCCESS || RUN_ALL_TESTS() != 0;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  Free_MPI_Types();
  MPI_Finalize();
  return failed;
}
