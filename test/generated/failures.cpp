// Tests Build_MPI_Types while the MPI library fails: each call in turn, through the profiling interface. The error must
// be returned, no datatype may be left, and the next build must succeed.
#include <gtest/gtest.h>

#include "expected.h"
#include "failing_calls.h"

namespace {
int failed_to_attach; // the number of calls
}

extern "C" {

int MPI_Type_set_name(MPI_Datatype type, const char *name) {
  return fails() ? failure_code : PMPI_Type_set_name(type, name);
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *remove, int *key,
                           void *extra) {
  return fails() ? failure_code : PMPI_Type_create_keyval(copy, remove, key, extra);
}

int MPI_Type_set_attr(MPI_Datatype type, int key, void *value) {
  if (!fails())
    return PMPI_Type_set_attr(type, key, value);
  ++failed_to_attach;
  return failure_code;
}

int MPI_Type_commit(MPI_Datatype *type) { return fails() ? failure_code : PMPI_Type_commit(type); }

} // extern "C"

namespace {

TEST(Failures, EachCallInTurn) {
  int failed_builds = 0;
  for (int call = 1;; ++call) {
    calls_until_failure = call;
    const int err = Build_MPI_Types();
    if (calls_until_failure > 0) { // no calls are left to fail
      EXPECT_EQ(err, MPI_SUCCESS);
      break;
    }
    ++failed_builds;
    ASSERT_EQ(err, failure_code) << "call " << call;
    ASSERT_EQ(live_types, 0) << "call " << call;
    ASSERT_EQ(AutoMap_cmdline, MPI_DATATYPE_NULL) << "call " << call;
    ASSERT_EQ(AutoMap_links, MPI_DATATYPE_NULL) << "call " << call;
  }
  calls_until_failure = 0;
  EXPECT_GT(failed_builds, 40);
#ifdef AUTOMAP_RUNTIME
  EXPECT_EQ(failed_to_attach, 10); // the packing functions of each record
#else
  EXPECT_EQ(failed_to_attach, 0);
#endif
  EXPECT_EQ(live_types, 10); // intermediate types are freed, and one datatype for each record remains
  EXPECT_EQ(Free_MPI_Types(), MPI_SUCCESS);
  EXPECT_EQ(live_types, 0);
}

} // namespace

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int result = RUN_ALL_TESTS();
  MPI_Finalize();
  return result;
}
