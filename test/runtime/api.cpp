// Tests automap/automap.h: examples, errors, and numbers beyond 32 bits.
#include "automap/automap.h"
#include "mpi/types/decode.h"

#include "handled_errors.h"
#include "runtime_support.h"

#include <cstring>
#include <limits>

namespace automap::test {
namespace {

std::string description(MPI_Datatype type, int format) {
  std::size_t length = 0;
  EXPECT_EQ(AM_Type_describe(type, format, nullptr, 0, &length), MPI_SUCCESS);
  std::string text(length + 1, '?');
  EXPECT_EQ(AM_Type_describe(type, format, text.data(), text.size(), nullptr), MPI_SUCCESS);
  EXPECT_EQ(text.back(), '\0');
  text.pop_back();
  return text;
}

std::string notation(MPI_Datatype type) { return description(type, AM_FORMAT_NOTATION); }

TEST(FromMap, ExampleOfTheHeader) {
  const MPI_Aint displacements[] = {0, 4, 8, 400, 404, 408};
  const std::vector<MPI_Datatype> types(6, MPI_INT);
  Type type;
  ASSERT_EQ(AM_Type_from_map(6, displacements, types.data(), 0, 412, type.out()), MPI_SUCCESS);
  EXPECT_EQ(notation(type), "vec(2, 400, vec(3, 4, leaf(MPI_INT)))");
  EXPECT_EQ(sizes_of(type), (Sizes{24, 0, 412, 0, 412}));
  int integers = 0, addresses = 0, datatypes = 0, combiner = 0;
  ASSERT_EQ(MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner), MPI_SUCCESS);
  EXPECT_EQ(combiner, MPI_COMBINER_HVECTOR);
}

TEST(FromMap, PacksWhatTheMapSays) {
  const MPI_Aint displacements[] = {0, 4, 8, 400, 800};
  const MPI_Datatype types[] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  Type type;
  ASSERT_EQ(AM_Type_from_map(5, displacements, types, 0, 804, type.out()), MPI_SUCCESS);
  EXPECT_EQ(packed_displacements(type), packed_displacements(flatten(mpi::decode(type).tree)));
  EXPECT_EQ(sizes_of(type), (Sizes{20, 0, 804, 0, 804}));
}

TEST(FromMap, RowAndColumnTakeConstantSpace) {
  constexpr int n = 1000;
  std::vector<MPI_Aint> displacements;
  for (int i = 0; i < n; ++i)
    displacements.push_back(4 * i);
  for (int i = 1; i < n; ++i)
    displacements.push_back(MPI_Aint{4} * n * i);
  const std::vector<MPI_Datatype> types(displacements.size(), MPI_INT);
  Type type;
  ASSERT_EQ(AM_Type_from_map(2 * n - 1, displacements.data(), types.data(), 0, 4 * n * n, type.out()), MPI_SUCCESS);
  const auto column_of = [](int length) { return "vec(" + std::to_string(length) + ", 4000, leaf(MPI_INT))>)"; };
  const std::string found = notation(type); // the element at 4n may belong to either the row or the column
  EXPECT_TRUE(found == "struc(2, <0, 4000>, <vec(1000, 4, leaf(MPI_INT)), " + column_of(999) ||
              found == "struc(2, <0, 8000>, <vec(1001, 4, leaf(MPI_INT)), " + column_of(998))
      << found;
  EXPECT_EQ(sizes_of(type).extent, 4 * n * n);
}

TEST(FromMap, AnyBoundsAndOrder) {
  const MPI_Aint displacements[] = {40, -8, 40, 3};
  const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT, MPI_DOUBLE, MPI_CHAR};
  for (const auto &[lower_bound, extent] : {std::pair<MPI_Aint, MPI_Aint>{0, 48}, {-8, 56}, {100, -20}, {3, 0}}) {
    Type type;
    ASSERT_EQ(AM_Type_from_map(4, displacements, types, lower_bound, extent, type.out()), MPI_SUCCESS);
    EXPECT_EQ(sizes_of(type), (Sizes{21, lower_bound, extent, -8, 56}));
    EXPECT_EQ(flatten(mpi::decode(type).tree).at(3).displacement, 3);
  }
}

TEST(FromMap, BytesBackwards) {
  std::vector<MPI_Aint> displacements;
  for (MPI_Aint i = 50; i-- > 0;)
    displacements.push_back(i);
  const std::vector<MPI_Datatype> types(50, MPI_BYTE);
  Type type;
  ASSERT_EQ(AM_Type_from_map(50, displacements.data(), types.data(), 0, 50, type.out()), MPI_SUCCESS);
  EXPECT_EQ(packed_displacements(type), std::vector<std::int64_t>(displacements.begin(), displacements.end()));
}

TEST(FromMap, NothingIsADatatypeToo) {
  Type type;
  ASSERT_EQ(AM_Type_from_map(0, nullptr, nullptr, -4, 12, type.out()), MPI_SUCCESS);
  const Sizes sizes = sizes_of(type);
  EXPECT_EQ(sizes.size, 0);
  EXPECT_EQ(sizes.lower_bound, -4);
  EXPECT_EQ(sizes.extent, 12);
}

TEST(Normalize, NamedTypesBecomeTypesOfTheCaller) {
  for (const MPI_Datatype named : {MPI_INT, MPI_DOUBLE_INT, MPI_2INT}) {
    MPI_Datatype better;
    ASSERT_EQ(AM_Type_normalize(named, &better), MPI_SUCCESS);
    EXPECT_EQ(sizes_of(better), sizes_of(named));
    EXPECT_EQ(notation(better), notation(named));
    EXPECT_EQ(MPI_Type_free(&better), MPI_SUCCESS);
  }
}

TEST(Normalize, InPlace) {
  MPI_Datatype type;
  const int displacements[] = {0, 1, 2, 3, 4, 5, 6, 7};
  MPI_Type_create_indexed_block(8, 1, displacements, MPI_INT, &type);
  const Type given(type);
  ASSERT_EQ(AM_Type_normalize(type, &type), MPI_SUCCESS);
  const Type better(type);
  EXPECT_EQ(notation(better), "vec(8, 4, leaf(MPI_INT))");
  EXPECT_EQ(notation(given), "idx(8, <0, 4, 8, 12, 16, 20, 24, 28>, leaf(MPI_INT))");
}

TEST(Describe, Formats) {
  Type type;
  MPI_Type_vector(3, 2, 5, MPI_INT, type.out());
  EXPECT_EQ(notation(type), "vec(3, 20, vec(2, 4, leaf(MPI_INT)))");
  EXPECT_EQ(description(type, AM_FORMAT_TREE), "lb 0, extent 48, size 24, cost 17\n"
                                               "vec 3 stride 20\n"
                                               "  vec 2 stride 4\n"
                                               "    leaf MPI_INT\n");
  EXPECT_EQ(description(type, AM_FORMAT_JSON),
            R"({"elements":6,"size":24,"lb":0,"extent":48,"true_lb":0,"true_extent":48,)"
            R"("cost":17,"dag_cost":17,"naive_cost":102,"tree":)"
            R"({"kind":"vec","count":3,"stride":20,"child":)"
            R"({"kind":"vec","count":2,"stride":4,"child":{"kind":"leaf","type":"MPI_INT"}}}})");
}

TEST(Describe, TextIsCutToTheBuffer) {
  const std::string whole = notation(MPI_DOUBLE);
  for (std::size_t size = 1; size <= whole.size() + 2; ++size) {
    std::string buffer(whole.size() + 4, '?');
    std::size_t length = 0;
    ASSERT_EQ(AM_Type_describe(MPI_DOUBLE, AM_FORMAT_NOTATION, buffer.data(), size, &length), MPI_SUCCESS);
    EXPECT_EQ(length, whole.size());
    EXPECT_EQ(std::string(buffer.c_str()), whole.substr(0, size - 1));
    EXPECT_EQ(buffer[std::max(size, whole.size() + 1)], '?');
  }
}

TEST(Describe, WhatIsUsedOftenIsWrittenOnce) {
  Type type = Type(MPI_INT);
  for (int i = 0; i < 30; ++i) { // no vector can describe these doubles
    const int blocklengths[] = {1, 1, 1};
    const MPI_Aint displacements[] = {0, MPI_Aint{5} << i, MPI_Aint{7} << i};
    const MPI_Datatype types[] = {type, MPI_CHAR, type};
    Type twice;
    MPI_Type_create_struct(3, blocklengths, displacements, types, twice.out());
    type = std::move(twice);
    if (i == 10) {
      EXPECT_LT(description(type, AM_FORMAT_TREE).size(), 1500u);
      EXPECT_LT(description(type, AM_FORMAT_JSON).size(), 3000u);
      EXPECT_GT(notation(type).size(), 10'000u);
      if (mpi::is_open_mpi()) // the size of its datatypes grows with their elements
        return;
    }
  }
  EXPECT_LT(description(type, AM_FORMAT_JSON).size(), 5000u);
  std::size_t length = 77;
  EXPECT_EQ(AM_Type_describe(type, AM_FORMAT_NOTATION, nullptr, 0, &length), MPI_ERR_COUNT);
  EXPECT_EQ(length, 77u);
}

TEST(Errors, ComeBackThroughTheErrorHandler) {
  const HandledErrors errors;
  const MPI_Aint displacements[] = {0, 8};
  Type derived;
  MPI_Type_contiguous(2, MPI_INT, derived.out());
  const MPI_Datatype basic[] = {MPI_INT, MPI_INT}, with_derived[] = {MPI_INT, derived},
                     with_pair[] = {MPI_FLOAT_INT, MPI_INT}, with_null[] = {MPI_INT, MPI_DATATYPE_NULL};
  MPI_Datatype out = MPI_CHAR;
  const auto from_map = [&](MPI_Count n, const MPI_Aint *places, const MPI_Datatype *types, MPI_Datatype *result) {
    return AM_Type_from_map(n, places, types, 0, 16, result);
  };
  errors.expect(from_map(-1, displacements, basic, &out), MPI_ERR_COUNT, "a count is negative");
  errors.expect(from_map(2, nullptr, basic, &out), MPI_ERR_ARG, "argument is null");
  errors.expect(from_map(2, displacements, nullptr, &out), MPI_ERR_ARG, "argument is null");
  errors.expect(from_map(2, displacements, basic, nullptr), MPI_ERR_ARG, "argument is null");
  errors.expect(from_map(2, displacements, with_derived, &out), MPI_ERR_TYPE, "no basic datatype");
  errors.expect(from_map(2, displacements, with_pair, &out), MPI_ERR_TYPE, "no basic datatype");
  errors.expect(from_map(2, displacements, with_null, &out), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
  const MPI_Aint far_away[] = {0, std::numeric_limits<MPI_Aint>::max()};
  errors.expect(from_map(2, far_away, basic, &out), MPI_ERR_COUNT, "64 bits");
  errors.expect(AM_Type_normalize(MPI_DATATYPE_NULL, &out), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
  errors.expect(AM_Type_normalize(MPI_INT, nullptr), MPI_ERR_ARG, "AM_Type_normalize: an argument is null");
  EXPECT_EQ(out, MPI_CHAR);
  errors.expect(AM_Type_compare(MPI_INT, MPI_INT, nullptr), MPI_ERR_ARG, "AM_Type_compare: an argument is null");

  char buffer[] = "untouched";
  std::size_t length = 77;
  const auto describe = [&](MPI_Datatype type, int format, char *text) {
    return AM_Type_describe(type, format, text, sizeof buffer, &length);
  };
  errors.expect(describe(MPI_DATATYPE_NULL, AM_FORMAT_TREE, buffer), MPI_ERR_TYPE, "before Build_MPI_Types()");
  errors.expect(describe(MPI_INT, 3, buffer), MPI_ERR_ARG, "the format is not AM_FORMAT_TREE");
  errors.expect(describe(MPI_INT, -1, buffer), MPI_ERR_ARG, "the format is not AM_FORMAT_TREE");
  errors.expect(describe(MPI_INT, AM_FORMAT_TREE, nullptr), MPI_ERR_ARG, "AM_Type_describe: an argument is null");
  EXPECT_STREQ(buffer, "untouched");
  EXPECT_EQ(length, 77u);

  // The same mistake gets the same code, so that codes do not run out.
  AM_Type_normalize(MPI_INT, nullptr);
  AM_Type_normalize(MPI_INT, nullptr);
  const std::vector<HandledErrors::Call> calls = errors.calls();
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].code, calls[1].code);
}

/// Returns 5 · 2³⁰ + 3 contiguous MPI_CHAR.
Type many_chars() {
  Type most, all;
  MPI_Type_contiguous(1 << 30, MPI_CHAR, most.out());
  const int blocklengths[] = {5, 3};
  const MPI_Aint displacements[] = {0, MPI_Aint{5} << 30};
  const MPI_Datatype types[] = {most, MPI_CHAR};
  MPI_Type_create_struct(2, blocklengths, displacements, types, all.out());
  return all;
}

TEST(LargeCounts, BlocksBeyond32Bits) {
  constexpr MPI_Count count = (MPI_Count{5} << 30) + 3;
  const Type type = many_chars();
  EXPECT_EQ(sizes_of(type).size, count);
  Type better;
  ASSERT_EQ(AM_Type_normalize(type, better.out()), MPI_SUCCESS);
  EXPECT_EQ(sizes_of(better), sizes_of(type));
  EXPECT_EQ(mpi::decode(better).tree.element_count(), count);
}

TEST(LargeCounts, StridedBlocksBeyond32Bits) {
  constexpr int half = 1 << 30;
  Type plane, type, better;
  MPI_Type_vector(half, 1, 2, MPI_INT, plane.out());
  MPI_Type_create_hvector(6, 1, MPI_Aint{8} * half, plane, type.out());
  ASSERT_EQ(AM_Type_normalize(type, better.out()), MPI_SUCCESS);
  EXPECT_EQ(sizes_of(better), sizes_of(type));
  const layout::TypeTree tree = mpi::decode(better).tree;
  EXPECT_EQ(tree.element_count(), MPI_Count{6} * half);
  EXPECT_EQ(tree.data_bytes(), MPI_Count{24} * half);
}

#if MPI_VERSION >= 4

/// Tries each large-count constructor, with counts that fit into an int and with one that does not.
TEST(LargeCounts, AllConstructors) {
  for (const MPI_Count n : {MPI_Count{30}, MPI_Count{30} << 31}) {
    SCOPED_TRACE(n);
    const std::string count = std::to_string(n), end = std::to_string(8 * n);
    Type type;
    const auto expect = [&](int code, const std::string &tree) {
      ASSERT_EQ(code, MPI_SUCCESS);
      EXPECT_EQ(notation(type), tree);
      Type better;
      ASSERT_EQ(AM_Type_normalize(type, better.out()), MPI_SUCCESS);
      EXPECT_EQ(sizes_of(better), sizes_of(type));
      EXPECT_EQ(notation(better), tree);
      type = Type();
    };
    const MPI_Count lengths[] = {n, 1}, places[] = {0, 8 * n};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
    expect(MPI_Type_contiguous_c(n, MPI_INT, type.out()), "vec(" + count + ", 4, leaf(MPI_INT))");
    expect(MPI_Type_vector_c(n, 1, 2, MPI_INT, type.out()), "vec(" + count + ", 8, leaf(MPI_INT))");
    expect(MPI_Type_create_hvector_c(n, 1, 8, MPI_INT, type.out()), "vec(" + count + ", 8, leaf(MPI_INT))");
    expect(MPI_Type_indexed_c(2, lengths, places, MPI_BYTE, type.out()),
           "idxbuc(2, 1, <0, " + end + ">, <" + count + ", 1>, leaf(MPI_BYTE))");
    expect(MPI_Type_create_hindexed_c(2, lengths, places, MPI_INT, type.out()),
           "idxbuc(2, 4, <0, " + end + ">, <" + count + ", 1>, leaf(MPI_INT))");
    const MPI_Count three[] = {0, 8 * n, 20 * n};
    expect(MPI_Type_create_hindexed_block_c(3, n, three, MPI_INT, type.out()),
           "idx(3, <0, " + end + ", " + std::to_string(20 * n) + ">, vec(" + count + ", 4, leaf(MPI_INT)))");
    expect(MPI_Type_create_struct_c(2, lengths, places, types, type.out()),
           "struc(2, <0, " + end + ">, <vec(" + count + ", 4, leaf(MPI_INT)), leaf(MPI_DOUBLE)>)");
    const MPI_Count sizes[] = {2, n + 1}, subsizes[] = {2, n}, starts[] = {0, 0};
    expect(MPI_Type_create_subarray_c(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, type.out()),
           "vec(2, " + std::to_string(4 * n + 4) + ", vec(" + count + ", 4, leaf(MPI_INT)))");
    const MPI_Count dealt[] = {n};
    const int cyclic[] = {MPI_DISTRIBUTE_CYCLIC}, one[] = {1}, three_processes[] = {3};
    expect(MPI_Type_create_darray_c(3, 0, 1, dealt, cyclic, one, three_processes, MPI_ORDER_C, MPI_INT, type.out()),
           "vec(" + std::to_string(n / 3) + ", 12, leaf(MPI_INT))");
    expect(MPI_Type_create_resized_c(MPI_INT, -n, 8 * n, type.out()), "leaf(MPI_INT)");
  }
}

#endif

/// Runs after all other tests: it uses up the error codes, so that later tests could not recognize mistakes by their
/// texts.
TEST(LastErrors, MakeNoMoreCodesForTextsThanSome) {
  const HandledErrors errors;
  const auto code_of = [&](int part_bytes) {
    EXPECT_EQ(AM_Comm_set_pipeline(MPI_COMM_SELF, part_bytes), MPI_ERR_ARG);
    const std::vector<HandledErrors::Call> calls = errors.calls();
    return calls.size() == 1 ? calls[0].code : MPI_SUCCESS;
  };
  const int first = code_of(-1000);
  EXPECT_NE(first, MPI_ERR_ARG);
  for (int i = 1; i < 1000; ++i)
    code_of(-1000 - i);
  EXPECT_EQ(code_of(-2000), MPI_ERR_ARG);
  EXPECT_EQ(code_of(-1000), first);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
