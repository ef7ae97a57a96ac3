// Decodes each combiner: checks the tree, and the type map against MPI_Pack. Then encodes it again.
#include "mpi/types/basic_type_handles.h"
#include "mpi/types/decode.h"
#include "mpi/types/encode.h"

#include "layout/reconstruct.h"
#include "layout/type_tree.h"

#include "runtime_support.h"

#include <functional>

namespace automap::test {
namespace {

using layout::BasicTypeId;
using layout::Bounds;
using layout::TypeTree;
using mpi::decode;
using mpi::Decoded;

/// MPI's constructors as functions.
Type contiguous(int count, const Type &type) {
  Type out;
  MPI_Type_contiguous(count, type, out.out());
  return out;
}

Type resized(const Type &type, MPI_Aint lower_bound, MPI_Aint extent) {
  Type out;
  MPI_Type_create_resized(type, lower_bound, extent, out.out());
  return out;
}

Type hvector(int count, int blocklength, MPI_Aint stride, const Type &type) {
  Type out;
  MPI_Type_create_hvector(count, blocklength, stride, type, out.out());
  return out;
}

Type structure(const std::vector<int> &blocklengths, const std::vector<MPI_Aint> &displacements,
               const std::vector<MPI_Datatype> &types) {
  Type out;
  MPI_Type_create_struct(static_cast<int>(types.size()), blocklengths.data(), displacements.data(),
                         types.data(), out.out());
  return out;
}

Type subarray(const std::vector<int> &sizes, const std::vector<int> &subsizes, const std::vector<int> &starts,
              int order, const Type &type) {
  Type out;
  MPI_Type_create_subarray(static_cast<int>(sizes.size()), sizes.data(), subsizes.data(), starts.data(),
                           order, type, out.out());
  return out;
}

struct Case {
  const char *what;
  std::function<Type()> make;
  std::string tree;
};

/// An int padded to 8 bytes.
Type padded() { return resized(MPI_INT, 0, 8); }

const Case cases[] = {
    {"named", [] { return Type(MPI_DOUBLE); }, "leaf(MPI_DOUBLE)"},
    {"dup",
     [] {
       Type out;
       MPI_Type_dup(padded(), out.out());
       return out;
     },
     "leaf(MPI_INT)"},
    {"contiguous", [] { return contiguous(5, MPI_SHORT); }, "vec(5, 2, leaf(MPI_SHORT))"},
    {"contiguous of padded", [] { return contiguous(5, padded()); }, "vec(5, 8, leaf(MPI_INT))"},
    {"contiguous of contiguous", [] { return contiguous(5, contiguous(3, MPI_INT)); },
     "vec(15, 4, leaf(MPI_INT))"},
    {"contiguous, one", [] { return contiguous(1, contiguous(1, MPI_INT)); }, "leaf(MPI_INT)"},
    {"contiguous, none", [] { return contiguous(0, MPI_INT); }, "struc(0, <>, <>)"},
    {"vector",
     [] {
       Type out;
       MPI_Type_vector(3, 2, 5, MPI_INT, out.out());
       return out;
     },
     "vec(3, 20, vec(2, 4, leaf(MPI_INT)))"},
    {"vector of padded, backwards",
     [] {
       Type out;
       MPI_Type_vector(3, 2, -5, padded(), out.out());
       return out;
     },
     "vec(3, -40, vec(2, 8, leaf(MPI_INT)))"},
    {"hvector", [] { return hvector(3, 1, 7, MPI_CHAR); }, "vec(3, 7, leaf(MPI_CHAR))"},
    {"hvector of overlapping", [] { return hvector(2, 3, 100, resized(MPI_DOUBLE, 0, 4)); },
     "vec(2, 100, vec(3, 4, leaf(MPI_DOUBLE)))"},
    {"hvector of nothing", [] { return hvector(3, 0, 7, MPI_CHAR); }, "struc(0, <>, <>)"},
    {"indexed",
     [] {
       const int blocklengths[] = {2, 0, 1, 3}, displacements[] = {4, 9, -1, 10};
       Type out;
       MPI_Type_indexed(4, blocklengths, displacements, MPI_INT, out.out());
       return out;
     },
     "idxbuc(3, 4, <16, -4, 40>, <2, 1, 3>, leaf(MPI_INT))"},
    {"indexed of contiguous",
     [] {
       const int blocklengths[] = {2, 1}, displacements[] = {0, 3};
       Type out;
       MPI_Type_indexed(2, blocklengths, displacements, contiguous(3, MPI_INT), out.out());
       return out;
     },
     "idxbuc(2, 4, <0, 36>, <6, 3>, leaf(MPI_INT))"},
    {"hindexed",
     [] {
       const int blocklengths[] = {1, 2};
       const MPI_Aint displacements[] = {3, 50};
       Type out;
       MPI_Type_create_hindexed(2, blocklengths, displacements, padded(), out.out());
       return out;
     },
     "idxbuc(2, 8, <3, 50>, <1, 2>, leaf(MPI_INT))"},
    {"hindexed, one block",
     [] {
       const int blocklengths[] = {2};
       const MPI_Aint displacements[] = {12};
       Type out;
       MPI_Type_create_hindexed(1, blocklengths, displacements, MPI_INT, out.out());
       return out;
     },
     "idx(1, <12>, vec(2, 4, leaf(MPI_INT)))"},
    {"indexed_block",
     [] {
       const int displacements[] = {0, 5, 3};
       Type out;
       MPI_Type_create_indexed_block(3, 2, displacements, MPI_FLOAT, out.out());
       return out;
     },
     "idx(3, <0, 20, 12>, vec(2, 4, leaf(MPI_FLOAT)))"},
    {"hindexed_block",
     [] {
       const MPI_Aint displacements[] = {0, 5, -3};
       Type out;
       MPI_Type_create_hindexed_block(3, 1, displacements, MPI_BYTE, out.out());
       return out;
     },
     "idx(3, <0, 5, -3>, leaf(MPI_BYTE))"},
    {"struct",
     [] { return structure({1, 0, 3, 1}, {0, 4, 8, 40}, {MPI_CHAR, MPI_INT, MPI_DOUBLE, padded()}); },
     "struc(3, <0, 8, 40>, <leaf(MPI_CHAR), vec(3, 8, leaf(MPI_DOUBLE)), leaf(MPI_INT)>)"},
    {"struct of one", [] { return structure({2}, {16}, {MPI_CHAR}); },
     "idx(1, <16>, vec(2, 1, leaf(MPI_CHAR)))"},
    {"struct in struct",
     [] {
       const Type inner = structure({1, 1}, {0, 8}, {MPI_DOUBLE, MPI_INT});
       return structure({2, 1}, {0, 100}, {inner, MPI_INT});
     },
     "struc(2, <0, 100>, <vec(2, 16, struc(2, <0, 8>, <leaf(MPI_DOUBLE), leaf(MPI_INT)>)), leaf(MPI_INT)>)"},
    {"subarray, C", [] { return subarray({4, 6}, {2, 3}, {1, 2}, MPI_ORDER_C, MPI_INT); },
     "idx(1, <32>, vec(2, 24, vec(3, 4, leaf(MPI_INT))))"},
    {"subarray, Fortran", [] { return subarray({4, 6}, {2, 3}, {1, 2}, MPI_ORDER_FORTRAN, MPI_INT); },
     "idx(1, <36>, vec(3, 16, vec(2, 4, leaf(MPI_INT))))"},
    {"subarray, whole rows, padded",
     [] { return subarray({3, 4, 2}, {2, 4, 2}, {0, 0, 0}, MPI_ORDER_C, padded()); },
     "vec(16, 8, leaf(MPI_INT))"},
    {"subarray, one dimension", [] { return subarray({9}, {4}, {5}, MPI_ORDER_C, MPI_DOUBLE); },
     "idx(1, <40>, vec(4, 8, leaf(MPI_DOUBLE)))"},
    {"resized", [] { return resized(hvector(2, 1, 16, MPI_INT), -4, 40); }, "vec(2, 16, leaf(MPI_INT))"},
    {"MPI_FLOAT_INT", [] { return Type(MPI_FLOAT_INT); },
     "struc(2, <0, 4>, <leaf(MPI_FLOAT), leaf(MPI_INT)>)"},
    {"MPI_DOUBLE_INT", [] { return Type(MPI_DOUBLE_INT); },
     "struc(2, <0, 8>, <leaf(MPI_DOUBLE), leaf(MPI_INT)>)"},
    {"MPI_LONG_INT", [] { return Type(MPI_LONG_INT); }, "struc(2, <0, 8>, <leaf(MPI_LONG), leaf(MPI_INT)>)"},
    {"MPI_SHORT_INT", [] { return Type(MPI_SHORT_INT); },
     "struc(2, <0, 4>, <leaf(MPI_SHORT), leaf(MPI_INT)>)"},
    {"MPI_LONG_DOUBLE_INT", [] { return Type(MPI_LONG_DOUBLE_INT); },
     "struc(2, <0, 16>, <leaf(MPI_LONG_DOUBLE), leaf(MPI_INT)>)"},
    {"MPI_2INT", [] { return Type(MPI_2INT); }, "vec(2, 4, leaf(MPI_INT))"},
    {"MPI_2INTEGER", [] { return Type(MPI_2INTEGER); }, "vec(2, 4, leaf(MPI_INTEGER))"},
    {"MPI_2REAL", [] { return Type(MPI_2REAL); }, "vec(2, 4, leaf(MPI_REAL))"},
    {"MPI_2DOUBLE_PRECISION", [] { return Type(MPI_2DOUBLE_PRECISION); },
     "vec(2, 8, leaf(MPI_DOUBLE_PRECISION))"},
    {"contiguous of pairs", [] { return contiguous(2, MPI_SHORT_INT); },
     "vec(2, 8, struc(2, <0, 4>, <leaf(MPI_SHORT), leaf(MPI_INT)>))"},
};

TEST(Decode, EveryCombiner) {
  for (const Case &one : cases) {
    SCOPED_TRACE(one.what);
    const Type type = one.make();
    const Decoded decoded = decode(type);
    EXPECT_EQ(to_string(decoded.tree), one.tree);
    EXPECT_EQ(packed_displacements(flatten(decoded.tree)), packed_displacements(type));
    Sizes sizes = sizes_of(type);
    if (sizes.size == 0) // MPICH gives an empty vector a true extent
      sizes.true_extent = 0;
    EXPECT_EQ(decoded.bounds, (Bounds{sizes.lower_bound, sizes.extent}));
    EXPECT_EQ(decoded.tree.data_bytes(), sizes.size);

    const Type encoded = mpi::encode(decoded.tree, decoded.bounds);
    EXPECT_EQ(decode(encoded).tree, decoded.tree);
    EXPECT_EQ(sizes_of(encoded), sizes);
    EXPECT_EQ(packed_displacements(encoded), packed_displacements(type));
  }
}

TEST(Decode, DistributedArrays) {
  constexpr int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
  int tried = 0;
  for (const int order : {MPI_ORDER_C, MPI_ORDER_FORTRAN})
    for (const int first : distributions)
      for (const int second : distributions)
        for (const int argument : {int{MPI_DISTRIBUTE_DFLT_DARG}, 2, 3, 5})
          for (const auto &[rows, columns] : {std::pair(6, 5), {1, 7}, {12, 4}}) {
            const int sizes[] = {rows, columns}, dealt[] = {first, second};
            const int processes[] = {first == MPI_DISTRIBUTE_NONE ? 1 : 2,
                                     second == MPI_DISTRIBUTE_NONE ? 1 : 3};
            int arguments[] = {argument, argument};
            for (int d = 0; d < 2; ++d) // blocks must cover the dimension
              if (dealt[d] == MPI_DISTRIBUTE_BLOCK && argument > 0 && argument * processes[d] < sizes[d])
                arguments[d] = MPI_DISTRIBUTE_DFLT_DARG;
            for (int rank = 0; rank < processes[0] * processes[1]; ++rank) {
              SCOPED_TRACE("order " + std::to_string(order) + " distributions " + std::to_string(first) +
                           ' ' + std::to_string(second) + " argument " + std::to_string(argument) +
                           " sizes " + std::to_string(rows) + ' ' + std::to_string(columns) + " rank " +
                           std::to_string(rank));
              Type type;
              MPI_Type_create_darray(processes[0] * processes[1], rank, 2, sizes, dealt, arguments, processes,
                                     order, padded(), type.out());
              const Decoded decoded = decode(type);
              ++tried;
              ASSERT_EQ(packed_displacements(flatten(decoded.tree)), packed_displacements(type))
                  << to_string(decoded.tree);
            }
          }
  EXPECT_EQ(tried, 2 * 4 * 3 * (2 * 2 * 6 + 2 * (2 + 3) + 1));
}

TEST(Decode, EveryNamedTypeIsItselfAgain) {
  int known = 0;
  for (const char *name : {
#define AUTOMAP_BASIC_TYPE(name) "MPI_" #name,
#include "layout/basic_type.def"
#undef AUTOMAP_BASIC_TYPE
       }) {
    const MPI_Datatype handle = mpi::handle_of(*layout::basic_type_from_mpi_name(name));
    if (handle == MPI_DATATYPE_NULL)
      continue;
    SCOPED_TRACE(name);
    int size = 0;
    if (MPI_Type_size(handle, &size) != MPI_SUCCESS || size <= 0)
      continue; // this MPI library knows only the name
    ++known;
    const Type twice = mpi::encode(TypeTree::vec(2, 3 * size, decode(handle).tree), {0, 6 * size});
    Type inner;
    int integers[4];
    MPI_Aint addresses[2];
    MPI_Datatype types[1];
    int counts[3], combiner;
    MPI_Type_get_envelope(twice, &counts[0], &counts[1], &counts[2], &combiner);
    ASSERT_EQ(combiner, MPI_COMBINER_RESIZED);
    MPI_Type_get_contents(twice, 0, 2, 1, integers, addresses, types);
    inner = Type(types[0]);
    MPI_Type_get_envelope(inner, &counts[0], &counts[1], &counts[2], &combiner);
    ASSERT_EQ(combiner, MPI_COMBINER_HVECTOR);
    MPI_Type_get_contents(inner, counts[0], counts[1], 1, integers, addresses, types);
    EXPECT_EQ(types[0], handle);
  }
  EXPECT_GE(known, 45);
}

TEST(Decode, FortranTypesOfAPrecisionStayThemselves) {
  MPI_Datatype real, complex, integer;
  ASSERT_EQ(MPI_Type_create_f90_real(12, MPI_UNDEFINED, &real), MPI_SUCCESS);
  ASSERT_EQ(MPI_Type_create_f90_complex(5, 30, &complex), MPI_SUCCESS);
  ASSERT_EQ(MPI_Type_create_f90_integer(8, &integer), MPI_SUCCESS);
  const Type type = structure({1, 2, 3}, {0, 8, 24}, {real, complex, integer});
  const Decoded decoded = decode(type);
  EXPECT_EQ(to_string(decoded.tree), "struc(3, <0, 8, 24>, <leaf(MPI_REAL8), vec(2, 8, leaf(MPI_COMPLEX8)), "
                                     "vec(3, 4, leaf(MPI_INTEGER4))>)");
  EXPECT_EQ(packed_displacements(flatten(decoded.tree)), packed_displacements(type));
  const Type encoded = mpi::encode(decoded.tree, decoded.bounds, decoded.precise_types);
  EXPECT_EQ(decode(encoded).precise_types, decoded.precise_types);
  EXPECT_EQ(decoded.precise_types.at(BasicTypeId::REAL8), real);
  // Nobody may free these datatypes, so they still exist.
  int size = 0;
  EXPECT_EQ(MPI_Type_size(real, &size), MPI_SUCCESS);
  EXPECT_EQ(size, 8);
}

TEST(Decode, PartsThatAreUsedTwiceAreShared) {
  const Type column = hvector(4, 1, 100, MPI_INT);
  const Type type = structure({1, 1, 1}, {0, 4, 8}, {column, MPI_CHAR, column});
  const TypeTree tree = decode(type).tree;
  EXPECT_TRUE(tree.children()[0].same_node(tree.children()[2]));
  EXPECT_FALSE(tree.children()[0].same_node(tree.children()[1]));
}

TEST(Decode, DeepNestingOverflowsNoStack) {
  const int depth = mpi::is_open_mpi() ? 1'000 : 20'000; // there, each type contains all elements of those inside it
  Type copies = contiguous(1, MPI_INT), chain = contiguous(1, MPI_INT), left = contiguous(1, MPI_CHAR);
  for (int i = 0; i < depth; ++i) {
    copies = contiguous(1, copies);
    chain = resized(contiguous(1, structure({1, 1}, {0, 8}, {MPI_INT, chain})), 0, 4);
    left = structure({1, 1}, {0, 3 * (i + 1)}, {left, MPI_CHAR});
  }
  EXPECT_EQ(to_string(decode(copies).tree), "leaf(MPI_INT)");
  const Decoded decoded = decode(chain);
  EXPECT_EQ(decoded.tree.element_count(), depth + 1);
  EXPECT_EQ(flatten(decoded.tree).back().displacement, depth * 8);
  EXPECT_EQ(flatten(decode(left).tree).at(depth / 2).displacement, 3 * (depth / 2));
  MPI_Count lower_bound, extent;
  const Type encoded = mpi::encode(decoded.tree, decoded.bounds);
  MPI_Type_get_extent_x(encoded, &lower_bound, &extent);
  EXPECT_EQ(extent, 4);
}

TEST(Decode, MoreThan64BitsIsAnError) {
  Type type = contiguous(1 << 30, MPI_DOUBLE);
  type = hvector(1 << 30, 1, 0, type);
  EXPECT_THROW(decode(hvector(1 << 10, 1, 0, type)), std::length_error);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
