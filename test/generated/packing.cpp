// Compares generated packing functions with MPI_Pack and MPI_Unpack, on arrays of exactly as many structs. Also tests
// AM_Pack with them.
#include "mpitypes.h"

#include <automap/automap.h>

#include "runtime_support.h"

#include <cstring>
#include <random>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace {
int attached, decoded; // counts of MPI's calls that attach something to a datatype, and that decode it
}

extern "C" {

int MPI_Type_set_attr(MPI_Datatype type, int key, void *value) {
  ++attached;
  return PMPI_Type_set_attr(type, key, value);
}

#if MPI_VERSION >= 4
int MPI_Type_get_envelope_c(MPI_Datatype type, MPI_Count *integers, MPI_Count *addresses, MPI_Count *counts,
                            MPI_Count *types, int *combiner) {
  ++decoded;
  return PMPI_Type_get_envelope_c(type, integers, addresses, counts, types, combiner);
}
#else
int MPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types, int *combiner) {
  ++decoded;
  return PMPI_Type_get_envelope(type, integers, addresses, types, combiner);
}
#endif

} // extern "C"

namespace automap::test {
namespace {

using Bytes = std::vector<char>;

Bytes noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  Bytes out(size);
  for (char &byte : out)
    byte = static_cast<char>(random());
  return out;
}

void check(MPI_Datatype type, std::size_t extent, AM_Packing_function *pack, AM_Packing_function *unpack) {
  int size = 0;
  MPI_Type_size(type, &size);
  for (int count = 0; count < 24; ++count) {
    SCOPED_TRACE("count " + std::to_string(count));
    const std::size_t n = static_cast<std::size_t>(count);
    const Bytes structs = noise(n * extent, 1 + n);
    Bytes expected(n * static_cast<std::size_t>(size)), packed(expected.size()), engine(expected.size());
    int position = 0;
    MPI_Pack(structs.data(), count, type, expected.data(), count * size, &position, MPI_COMM_SELF);
    pack(structs.data(), n, packed.data());
    EXPECT_EQ(packed, expected);
    MPI_Count at = 0;
    EXPECT_EQ(AM_Pack(structs.data(), count, type, engine.data(), count * size, &at), MPI_SUCCESS);
    EXPECT_EQ(engine, expected);

    const Bytes before = noise(n * extent, 100 + n);
    Bytes wanted = before, unpacked = before, by_engine = before;
    position = 0;
    MPI_Unpack(expected.data(), count * size, &position, wanted.data(), count, type, MPI_COMM_SELF);
    unpack(expected.data(), n, unpacked.data());
    EXPECT_EQ(unpacked, wanted);
    at = 0;
    EXPECT_EQ(AM_Unpack(expected.data(), count * size, &at, by_engine.data(), count, type), MPI_SUCCESS);
    EXPECT_EQ(by_engine, wanted);
  }
}

#define CHECK_STRUCT(name, tag) check(AutoMap_##name, sizeof(struct tag), AutoMap_pack_##name, AutoMap_unpack_##name)

TEST(GeneratedPacking, IsThatOfMpi) {
  ASSERT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  CHECK_STRUCT(padded, padded);
  CHECK_STRUCT(padded_thin, padded);
  CHECK_STRUCT(dense, dense);
  CHECK_STRUCT(letter, letter);
  CHECK_STRUCT(tail, tail);
  CHECK_STRUCT(nested, nested);
  CHECK_STRUCT(squeezed, squeezed);
  CHECK_STRUCT(gaps, gaps);
  CHECK_STRUCT(paged, paged);
  ASSERT_EQ(Free_MPI_Types(), MPI_SUCCESS);
}

TEST(GeneratedPacking, IsAttachedWithoutLookingAtTheDatatypes) {
  attached = decoded = 0;
  ASSERT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  EXPECT_EQ(attached, 9); // one for each datatype
  EXPECT_EQ(decoded, 0);
  MPI_Datatype copy;
  MPI_Type_dup(AutoMap_padded, &copy);
  EXPECT_EQ(decoded, 0);
  MPI_Count size = 0;
  ASSERT_EQ(AM_Pack_size(1, copy, &size), MPI_SUCCESS); // creates the plan for both
  EXPECT_GT(std::exchange(decoded, 0), 0);
  MPI_Type_free(&copy);
  ASSERT_EQ(AM_Pack_size(1, AutoMap_padded, &size), MPI_SUCCESS);
  EXPECT_EQ(decoded, 0);
  EXPECT_EQ(attached, 9);
  ASSERT_EQ(Free_MPI_Types(), MPI_SUCCESS);
}

TEST(GeneratedPacking, ReadsNoPagesWithoutData) {
  constexpr std::size_t page = 4096, count = 5;
  static_assert(sizeof(paged) == 3 * page);
  if (page % static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) != 0)
    GTEST_SKIP() << "pages are larger";
  void *const all = mmap(nullptr, count * sizeof(paged), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(all, MAP_FAILED);
  char *const structs = static_cast<char *>(all);
  std::string expected;
  for (std::size_t i = 0; i < count; ++i) {
    paged &one = static_cast<paged *>(all)[i];
    std::memcpy(one.first, "first", 5);
    std::memcpy(one.last, "last.", 5);
    expected += "firstlast.";
    ASSERT_EQ(mprotect(structs + (3 * i + 1) * page, page, PROT_NONE), 0);
  }
  std::string packed(expected.size(), '\0'), by_engine = packed;
  AutoMap_pack_paged(all, count, packed.data());
  EXPECT_EQ(packed, expected);
  ASSERT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  MPI_Count at = 0;
  EXPECT_EQ(AM_Pack(all, count, AutoMap_paged, by_engine.data(), std::ssize(by_engine), &at), MPI_SUCCESS);
  EXPECT_EQ(by_engine, expected);
  ASSERT_EQ(Free_MPI_Types(), MPI_SUCCESS);
  munmap(all, count * sizeof(paged));
}

/// Marks what it packs, so that a test sees whether it was called.
void pack_marked(const void *from, size_t count, void *to) {
  AutoMap_pack_letter(from, count, to);
  *static_cast<char *>(to) = '!';
}

TEST(GeneratedPacking, IsUsedForFewAndByCopies) {
  ASSERT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  ASSERT_EQ(AM_Type_set_packing(AutoMap_letter, pack_marked, AutoMap_unpack_letter), MPI_SUCCESS);
  MPI_Datatype copy;
  MPI_Type_dup(AutoMap_letter, &copy);
  for (const MPI_Datatype type : {AutoMap_letter, copy}) {
    char packed[2];
    MPI_Count position = 0;
    EXPECT_EQ(AM_Pack("ab", 2, type, packed, 2, &position), MPI_SUCCESS);
    EXPECT_EQ(std::string(packed, 2), "!b");
  }
  MPI_Type_free(&copy);
  EXPECT_EQ(AM_Type_set_packing(AutoMap_letter, nullptr, AutoMap_unpack_letter), MPI_ERR_ARG);
  ASSERT_EQ(Free_MPI_Types(), MPI_SUCCESS);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
