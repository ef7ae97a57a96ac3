// Tests automap/automap.h while the MPI library fails: each call in turn, through the profiling interface. The error
// must be returned, outputs must be unchanged, and no datatype may be left.
#include "automap/automap.h"

#include "failing_calls.h"
#include "runtime_support.h"

namespace {

/// Counts those of the types returned by MPI_Type_get_contents that must be freed.
void handed_out(const MPI_Datatype *types, MPI_Count n) {
  for (MPI_Count i = 0; i < n; ++i) {
    int combiner;
#if MPI_VERSION >= 4
    MPI_Count counts[4];
    PMPI_Type_get_envelope_c(types[i], &counts[0], &counts[1], &counts[2], &counts[3], &combiner);
#else
    int counts[3];
    PMPI_Type_get_envelope(types[i], &counts[0], &counts[1], &counts[2], &combiner);
#endif
    live_types += combiner != MPI_COMBINER_NAMED && combiner != MPI_COMBINER_F90_REAL;
  }
}

} // namespace

extern "C" {

int MPI_Type_size(MPI_Datatype type, int *size) { return fails() ? failure_code : PMPI_Type_size(type, size); }

int MPI_Type_get_extent_x(MPI_Datatype type, MPI_Count *lower_bound, MPI_Count *extent) {
  return fails() ? failure_code : PMPI_Type_get_extent_x(type, lower_bound, extent);
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *remove, int *key,
                           void *extra) {
  return fails() ? failure_code : PMPI_Type_create_keyval(copy, remove, key, extra);
}

int MPI_Type_get_attr(MPI_Datatype type, int key, void *value, int *found) {
  return fails() ? failure_code : PMPI_Type_get_attr(type, key, value, found);
}

int MPI_Type_set_attr(MPI_Datatype type, int key, void *value) {
  return fails() ? failure_code : PMPI_Type_set_attr(type, key, value);
}

#if MPI_VERSION >= 4

int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype type, MPI_Datatype *result) {
  return fails() ? failure_code : created(PMPI_Type_contiguous_c(count, type, result));
}

int MPI_Type_get_envelope_c(MPI_Datatype type, MPI_Count *integers, MPI_Count *addresses, MPI_Count *counts,
                            MPI_Count *types, int *combiner) {
  return fails() ? failure_code : PMPI_Type_get_envelope_c(type, integers, addresses, counts, types, combiner);
}

int MPI_Type_get_contents_c(MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_counts,
                            MPI_Count max_types, int *integers, MPI_Aint *addresses, MPI_Count *counts,
                            MPI_Datatype *types) {
  if (fails())
    return failure_code;
  const int code = PMPI_Type_get_contents_c(type, max_integers, max_addresses, max_counts, max_types, integers,
                                            addresses, counts, types);
  handed_out(types, max_types);
  return code;
}

#else

int MPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types, int *combiner) {
  return fails() ? failure_code : PMPI_Type_get_envelope(type, integers, addresses, types, combiner);
}

int MPI_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses, int max_types, int *integers,
                          MPI_Aint *addresses, MPI_Datatype *types) {
  if (fails())
    return failure_code;
  const int code = PMPI_Type_get_contents(type, max_integers, max_addresses, max_types, integers, addresses, types);
  handed_out(types, max_types);
  return code;
}

#endif

} // extern "C"

namespace automap::test {
namespace {

/// Runs call(), which creates one datatype or none, and lets each MPI call in it fail in turn.
template <typename Call> void fail_each(Call call, int made, int least_calls) {
  const int before = live_types;
  int failed = 0;
  for (int n = 1;; ++n) {
    calls_until_failure = n;
    MPI_Datatype out = MPI_CHAR;
    const int code = call(&out);
    if (calls_until_failure > 0) { // no calls are left to fail
      EXPECT_EQ(code, MPI_SUCCESS);
      EXPECT_EQ(live_types, before + made);
      if (made)
        MPI_Type_free(&out);
      break;
    }
    ++failed;
    ASSERT_EQ(code, failure_code) << "call " << n;
    ASSERT_EQ(live_types, before) << "call " << n;
    ASSERT_EQ(out, MPI_CHAR) << "call " << n;
  }
  calls_until_failure = 0;
  EXPECT_EQ(live_types, before);
  EXPECT_GE(failed, least_calls);
}

/// Returns a datatype with parts of all kinds, some of which are used twice.
MPI_Datatype nested() {
  MPI_Datatype column, block, list, record, padded, real, all;
  MPI_Type_create_f90_real(12, MPI_UNDEFINED, &real);
  const MPI_Aint places[] = {0, 24, 56, 64, 160};
  const int blocklengths[] = {1, 2, 3, 1, 2};
  MPI_Type_create_hvector(7, 1, 40, MPI_SHORT, &column);
  MPI_Type_create_hindexed_block(5, 1, places, column, &block);
  MPI_Type_create_hindexed(5, blocklengths, places, MPI_INT, &list);
  const MPI_Datatype fields[] = {MPI_CHAR, MPI_DOUBLE_INT, real, column, list};
  const MPI_Aint offsets[] = {0, 8, 40, 80, 800};
  MPI_Type_create_struct(5, blocklengths, offsets, fields, &record);
  MPI_Type_create_resized(record, -8, 2000, &padded);
  const MPI_Datatype parts[] = {padded, block, padded};
  const MPI_Aint apart[] = {0, 10'000, 30'000};
  const int lengths[] = {4, 2, 3};
  MPI_Type_create_struct(3, lengths, apart, parts, &all);
  for (MPI_Datatype *part : {&column, &block, &list, &record, &padded})
    MPI_Type_free(part);
  return all;
}

TEST(Failures, OfNormalize) {
  MPI_Datatype type = nested();
  fail_each([&](MPI_Datatype *out) { return AM_Type_normalize(type, out); }, 1, 30);
  MPI_Type_free(&type);
}

TEST(Failures, OfDescribe) {
  MPI_Datatype type = nested();
  fail_each(
      [&](MPI_Datatype *) {
        char text[] = "untouched";
        std::size_t length = 77;
        const int code = AM_Type_describe(type, AM_FORMAT_JSON, text, sizeof text, &length);
        if (code != MPI_SUCCESS) {
          EXPECT_STREQ(text, "untouched");
          EXPECT_EQ(length, 77u);
        }
        return code;
      },
      0, 20);
  MPI_Type_free(&type);
}

TEST(Failures, OfSignatures) {
  MPI_Datatype type = nested(), other = nested();
  fail_each(
      [&](MPI_Datatype *) {
        AM_Signature signature = {-7, 7};
        const int code = AM_Type_signature(type, 2, &signature);
        EXPECT_TRUE(code == MPI_SUCCESS || (signature.count == -7 && signature.hash == 7));
        return code;
      },
      0, 25);
  fail_each(
      [&](MPI_Datatype *) {
        AM_Type_difference difference{};
        difference.index = -7;
        const int code = AM_Type_compare_counts(2, type, 3, other, &difference);
        EXPECT_EQ(difference.index == -7, code != MPI_SUCCESS);
        return code;
      },
      0, 40);
  MPI_Type_free(&type);
  MPI_Type_free(&other);
}

TEST(Failures, OfFromMap) {
  std::vector<MPI_Aint> displacements;
  std::vector<MPI_Datatype> types;
  for (const MPI_Aint base : {0, 1000, 3000, 3700})
    for (const MPI_Aint place : {0, 8, 20, 24, 60, 72, 73, 80, 99}) {
      displacements.push_back(base + place);
      types.push_back(place % 8 == 0 ? MPI_DOUBLE : MPI_CHAR);
    }
  fail_each(
      [&](MPI_Datatype *out) {
        return AM_Type_from_map(static_cast<MPI_Count>(types.size()), displacements.data(), types.data(), -4, 5000,
                                out);
      },
      1, 5);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
