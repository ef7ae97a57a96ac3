// Tests signatures of datatypes, and the calls of automap/automap.h that compare them.
#include "automap/automap.h"
#include "mpi/types/basic_type_handles.h"
#include "mpi/types/decode.h"
#include "mpi/types/type_signature.h"

#include "random_datatype.h"

#include <limits>
#include <map>

namespace {

int contents_asked; // how often a datatype was decoded

} // namespace

extern "C" {

int MPI_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses, int max_types, int *integers,
                          MPI_Aint *addresses, MPI_Datatype *types) {
  ++contents_asked;
  return PMPI_Type_get_contents(type, max_integers, max_addresses, max_types, integers, addresses, types);
}

#if MPI_VERSION >= 4
int MPI_Type_get_contents_c(MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_counts,
                            MPI_Count max_types, int *integers, MPI_Aint *addresses, MPI_Count *counts,
                            MPI_Datatype *types) {
  ++contents_asked;
  return PMPI_Type_get_contents_c(type, max_integers, max_addresses, max_counts, max_types, integers, addresses, counts,
                                  types);
}
#endif

} // extern "C"

namespace automap::test {
namespace {

using layout::BasicTypeId;
using layout::Signature;
using layout::TypeMap;

Signature signature_of(MPI_Datatype type, MPI_Count count = 1) {
  AM_Signature out{};
  EXPECT_EQ(AM_Type_signature(type, count, &out), MPI_SUCCESS);
  return {out.count, out.hash};
}

/// Computes the signature element by element.
Signature signature_of(const TypeMap &map, std::size_t elements) {
  Signature out;
  for (std::size_t i = 0; i < elements; ++i)
    out = concatenate(out, Signature::of(map[i % map.size()].type.id));
  return out;
}

Type structure(const std::vector<int> &blocklengths, const std::vector<MPI_Aint> &displacements,
               const std::vector<MPI_Datatype> &types) {
  Type out;
  MPI_Type_create_struct(static_cast<int>(types.size()), blocklengths.data(), displacements.data(), types.data(),
                         out.out());
  return out;
}

TEST(Signatures, OfRandomDatatypes) {
  const unsigned first = from_environment("AUTOMAP_RANDOM_SEED", 1);
  const unsigned last = first + amount("AUTOMAP_RANDOM_DATATYPES", 300);
  for (unsigned seed = first; seed < last && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomDatatype random(seed);
    const Type type = random(5);
    const TypeMap map = flatten(mpi::decode(type).tree);
    EXPECT_EQ(signature_of(type), signature_of(map, map.size()));
    EXPECT_EQ(signature_of(type, 3), signature_of(map, 3 * map.size()));
    const auto elements = static_cast<std::size_t>(random.below(static_cast<int>(2 * map.size()) + 1));
    AM_Signature prefix{};
    ASSERT_EQ(AM_Type_prefix_signature(type, 2, static_cast<MPI_Count>(elements), &prefix), MPI_SUCCESS);
    EXPECT_EQ((Signature{prefix.count, prefix.hash}), signature_of(map, elements));
    Type better;
    ASSERT_EQ(AM_Type_normalize(type, better.out()), MPI_SUCCESS);
    EXPECT_EQ(signature_of(better), signature_of(type));
  }
}

TEST(Signatures, TypesAreTakenApartOnce) {
  const Type type = structure({1, 3}, {0, 8}, {MPI_INT, MPI_DOUBLE});
  contents_asked = 0;
  const Signature first = signature_of(type);
  EXPECT_EQ(contents_asked, 1);
  EXPECT_EQ(signature_of(type), first);
  EXPECT_EQ(signature_of(type, 7), repeat(first, 7));
  Type duplicate, of_duplicate;
  MPI_Type_dup(type, duplicate.out());
  EXPECT_EQ(signature_of(duplicate), first);
  EXPECT_EQ(contents_asked, 1);
  // A type that contains it is a different type.
  MPI_Type_contiguous(2, duplicate, of_duplicate.out());
  EXPECT_EQ(signature_of(of_duplicate), repeat(first, 2));
  EXPECT_GT(contents_asked, 1);
}

TEST(Signatures, NamesOfOneType) {
  EXPECT_EQ(signature_of(MPI_LONG_LONG_INT), signature_of(MPI_LONG_LONG));
  EXPECT_EQ(signature_of(MPI_C_COMPLEX), signature_of(MPI_C_FLOAT_COMPLEX));
#ifdef MPI_CXX_COMPLEX
  EXPECT_EQ(signature_of(MPI_CXX_COMPLEX), signature_of(MPI_CXX_FLOAT_COMPLEX));
#endif
}

/// Two names that MPI does not treat as the same have two handles here, so that a name and its handle have the same
/// signature.
TEST(Signatures, EachNameHasAHandleOfItsOwn) {
  std::map<std::uint64_t, BasicTypeId> known;
  for (int i = 0; i <= static_cast<int>(BasicTypeId::DOUBLE_COMPLEX); ++i) {
    const auto id = static_cast<BasicTypeId>(i);
    if (mpi::handle_of(id) == MPI_DATATYPE_NULL)
      continue;
    const Signature signature = signature_of(mpi::handle_of(id));
    EXPECT_EQ(signature, Signature::of(id)) << mpi_name(id);
    const auto [entry, is_new] = known.emplace(signature.hash, id);
    EXPECT_TRUE(is_new) << mpi_name(id) << " is " << mpi_name(entry->second);
  }
}

TEST(Signatures, PairsAreTwoElements) {
  const auto pair = [](BasicTypeId a, BasicTypeId b) { return concatenate(Signature::of(a), Signature::of(b)); };
  EXPECT_EQ(signature_of(MPI_FLOAT_INT), pair(BasicTypeId::FLOAT, BasicTypeId::INT));
  EXPECT_EQ(signature_of(MPI_LONG_DOUBLE_INT), pair(BasicTypeId::LONG_DOUBLE, BasicTypeId::INT));
  EXPECT_EQ(signature_of(MPI_2INT, 5), Signature::of(BasicTypeId::INT, 10));
  EXPECT_EQ(signature_of(MPI_2REAL), Signature::of(BasicTypeId::REAL, 2));
}

TEST(Signatures, FortranTypesMadeForAPrecision) {
  MPI_Datatype real, again;
  MPI_Type_create_f90_real(12, MPI_UNDEFINED, &real);
  MPI_Type_create_f90_real(12, MPI_UNDEFINED, &again);
  EXPECT_EQ(signature_of(real), signature_of(again));
  EXPECT_EQ(signature_of(structure({2}, {0}, {real})), Signature::of(BasicTypeId::REAL8, 2));
}

/// The example of the paper's section 4: an int and ten doubles are received into an int and fifty doubles.
TEST(Signatures, OfWhatWasReceived) {
  const auto record = [](int doubles) {
    Type out = structure({1, doubles}, {0, 8}, {MPI_INT, MPI_DOUBLE});
    MPI_Type_commit(out.out());
    return out;
  };
  const Type ten = record(10), fifty = record(50);
  std::vector<double> sent(11), received(51);
  MPI_Status status;
  MPI_Sendrecv(sent.data(), 1, ten, 0, 0, received.data(), 1, fifty, 0, 0, MPI_COMM_SELF, &status);
  int whole = 0;
  MPI_Count elements = 0;
  MPI_Get_count(&status, fifty, &whole);
  MPI_Get_elements_x(&status, fifty, &elements);
  EXPECT_EQ(whole, MPI_UNDEFINED);
  ASSERT_EQ(elements, 11);
  EXPECT_EQ(mpi::prefix_signature_of(fifty, 1, elements), signature_of(ten));
  EXPECT_NE(mpi::prefix_signature_of(fifty, 1, elements), Signature::of(BasicTypeId::DOUBLE, 11));
  AM_Type_difference difference;
  ASSERT_EQ(AM_Type_compare(ten, fifty, &difference), MPI_SUCCESS);
  EXPECT_EQ(difference.relation, AM_RELATION_FIRST_ENDS);
  EXPECT_EQ(difference.index, 11);
  EXPECT_EQ(difference.a.type, MPI_DATATYPE_NULL);
  EXPECT_EQ(difference.b.displacement, 88);
}

std::string text_of(const AM_Type_difference &difference) {
  std::size_t length = 0;
  EXPECT_EQ(AM_Type_difference_string(&difference, nullptr, 0, &length), MPI_SUCCESS);
  std::string text(length + 1, '?');
  EXPECT_EQ(AM_Type_difference_string(&difference, text.data(), text.size(), nullptr), MPI_SUCCESS);
  text.pop_back();
  return text;
}

TEST(Compare, ExampleOfTheHeader) {
  const Type a = structure({1, 3}, {0, 8}, {MPI_INT, MPI_DOUBLE}),
             b = structure({1, 2, 1}, {0, 8, 24}, {MPI_INT, MPI_DOUBLE, MPI_INT});
  AM_Type_difference difference;
  ASSERT_EQ(AM_Type_compare(a, b, &difference), MPI_SUCCESS);
  EXPECT_EQ(difference.relation, AM_RELATION_DIFFERENT);
  EXPECT_EQ(difference.index, 3);
  EXPECT_EQ(difference.a.type, MPI_DOUBLE);
  EXPECT_EQ(difference.b.type, MPI_INT);
  EXPECT_EQ(text_of(difference), "element 3: MPI_DOUBLE at byte 24 (.1[2]) against MPI_INT at byte 24 (.2)");
}

TEST(Compare, NamesFields) {
  static const MPI_Aint two_by_three[] = {2, 3, 0};
  static const AM_Field of_cell[] = {{"id", 0, 4, 4, nullptr, nullptr}, {"value", 8, 8, 8, nullptr, nullptr}};
  static const AM_Record cell = {2, of_cell};
  static const AM_Field of_grid[] = {{"", 0, 4, 4, nullptr, nullptr}, // unnamed, without known fields
                                     {"cells", 8, 96, 16, two_by_three, &cell},
                                     {"", 104, 16, 16, nullptr, &cell}};
  static const AM_Record grid = {3, of_grid};

  const Type pair = structure({1, 1}, {0, 8}, {MPI_INT, MPI_DOUBLE}),
             type = structure({1, 6, 1}, {0, 8, 104}, {MPI_INT, pair, pair});
  ASSERT_EQ(AM_Type_set_fields(type, &grid), MPI_SUCCESS);
  Type duplicate;
  MPI_Type_dup(type, duplicate.out());
  const auto expect = [&](MPI_Datatype given, MPI_Count index, const std::string &field) {
    std::vector<MPI_Datatype> types; // those of the first `index` elements, followed by another type
    std::vector<MPI_Aint> places;
    for (MPI_Count i = 0; i <= index; ++i) {
      types.push_back(i == index ? MPI_SHORT : i % 15 % 2 == 1 || i % 15 == 0 ? MPI_INT : MPI_DOUBLE);
      places.push_back(8 * i);
    }
    const Type other = structure(std::vector<int>(types.size(), 1), places, types);
    AM_Type_difference difference;
    ASSERT_EQ(AM_Type_compare_counts(2, given, 1, other, &difference), MPI_SUCCESS);
    EXPECT_EQ(difference.index, index);
    EXPECT_STREQ(difference.a.field, field.c_str());
    EXPECT_STREQ(difference.b.field, "");
  };
  expect(type, 0, "");
  expect(type, 1, "cells[0][0].id");
  expect(type, 2, "cells[0][0].value");
  expect(type, 10, "cells[1][1].value");
  expect(duplicate, 14, "value");
  expect(type, 15 + 11, "cells[1][2].id");

  AM_Type_difference difference;
  ASSERT_EQ(AM_Type_compare_counts(1, type, 3, MPI_INT, &difference), MPI_SUCCESS);
  EXPECT_EQ(text_of(difference),
            "element 2: MPI_DOUBLE at byte 16 (cells[0][0].value) against MPI_INT at byte 8 (item 2)");
  EXPECT_EQ(AM_Type_set_fields(type, nullptr), MPI_ERR_ARG);
  EXPECT_EQ(AM_Type_set_fields(MPI_DATATYPE_NULL, &grid), MPI_ERR_TYPE);
}

TEST(Compare, Relations) {
  const Type pair = structure({1, 1}, {0, 8}, {MPI_INT, MPI_DOUBLE}),
             packed = structure({1, 1}, {0, 8}, {MPI_INT, MPI_PACKED});
  const auto relation = [](MPI_Count n, MPI_Datatype a, MPI_Count m, MPI_Datatype b) {
    AM_Type_difference difference;
    EXPECT_EQ(AM_Type_compare_counts(n, a, m, b, &difference), MPI_SUCCESS);
    return text_of(difference);
  };
  EXPECT_EQ(relation(2, pair, 2, pair), "no difference in 4 elements");
  EXPECT_EQ(relation(3, pair, 2, pair), "element 4: MPI_INT at byte 32 (item 2, .0) against nothing");
  EXPECT_EQ(relation(0, pair, 2, pair), "element 0: nothing against MPI_INT at byte 0 (.0)");
  EXPECT_EQ(relation(0, pair, 0, MPI_CHAR), "no difference in 0 elements");
  EXPECT_EQ(relation(2, pair, 1, packed), "element 1: MPI_DOUBLE at byte 8 (.1) against MPI_PACKED at byte 8 (.1)");
  EXPECT_EQ(relation(4, MPI_INT, 16, MPI_BYTE), "element 0: MPI_INT at byte 0 against MPI_BYTE at byte 0");
  EXPECT_EQ(relation(MPI_Count{1} << 40, MPI_INT, 1, MPI_2INT),
            "element 2: MPI_INT at byte 8 (item 2) against nothing");
}

TEST(Compare, LongPathsAreCut) {
  Type types[2];
  for (int i = 0; i < 2; ++i) {
    types[i] = Type(i == 0 ? MPI_INT : MPI_FLOAT);
    for (int level = 0; level < 90; ++level) {
      Type outer;
      if (level % 30 == 29)
        MPI_Type_create_hvector(2, 1, 1 << 14, types[i], outer.out());
      else
        outer = structure({1, 1}, {0, 8}, {MPI_CHAR, types[i]});
      types[i] = std::move(outer);
    }
  }
  AM_Type_difference difference;
  ASSERT_EQ(AM_Type_compare(types[0], types[1], &difference), MPI_SUCCESS);
  EXPECT_EQ(difference.relation, AM_RELATION_DIFFERENT);
  EXPECT_EQ(difference.index, 3 * 29);
  const std::string path = difference.a.path;
  EXPECT_EQ(path.size(), std::size_t{AM_PATH_LENGTH - 1});
  EXPECT_TRUE(path.starts_with("[0].1.1") && path.ends_with("1[0...")) << path;
}

TEST(SignatureString, IsCutToTheBuffer) {
  const AM_Signature signature = {std::numeric_limits<MPI_Count>::max(), ~std::uint64_t{0} >> 4};
  char text[AM_SIGNATURE_STRING];
  std::size_t length = 0;
  ASSERT_EQ(AM_Signature_string(&signature, text, sizeof text, &length), MPI_SUCCESS);
  EXPECT_STREQ(text, "9223372036854775807:0fffffffffffffff");
  EXPECT_EQ(length, sizeof text - 1);
  ASSERT_EQ(AM_Signature_string(&signature, text, 3, &length), MPI_SUCCESS);
  EXPECT_STREQ(text, "92");
}

TEST(SignatureErrors, LeaveOutputsAsTheyWere) {
  AM_Signature signature = {-7, 7};
  AM_Type_difference difference{};
  difference.index = -7;
  EXPECT_EQ(AM_Type_signature(MPI_DATATYPE_NULL, 1, &signature), MPI_ERR_TYPE);
  EXPECT_EQ(AM_Type_signature(MPI_INT, -1, &signature), MPI_ERR_COUNT);
  EXPECT_EQ(AM_Type_signature(MPI_INT, 1, nullptr), MPI_ERR_ARG);
  EXPECT_EQ(AM_Type_signature(MPI_2INT, std::numeric_limits<MPI_Count>::max(), &signature), MPI_ERR_COUNT);
  EXPECT_EQ(AM_Type_prefix_signature(MPI_2INT, 3, 7, &signature), MPI_ERR_COUNT);
  EXPECT_EQ(AM_Type_prefix_signature(MPI_2INT, 3, -1, &signature), MPI_ERR_COUNT);
  EXPECT_EQ(AM_Type_compare(MPI_INT, MPI_DATATYPE_NULL, &difference), MPI_ERR_TYPE);
  EXPECT_EQ(AM_Type_compare_counts(1, MPI_INT, -1, MPI_INT, &difference), MPI_ERR_COUNT);
  EXPECT_EQ(AM_Type_compare(MPI_INT, MPI_INT, nullptr), MPI_ERR_ARG);
  EXPECT_EQ(AM_Signature_string(nullptr, nullptr, 0, nullptr), MPI_ERR_ARG);
  EXPECT_EQ(AM_Signature_string(&signature, nullptr, 3, nullptr), MPI_ERR_ARG);
  difference.relation = 5;
  EXPECT_EQ(AM_Type_difference_string(&difference, nullptr, 0, nullptr), MPI_ERR_ARG);
  EXPECT_TRUE(signature.count == -7 && signature.hash == 7 && difference.index == -7);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
