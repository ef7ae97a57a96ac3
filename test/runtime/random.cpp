// Random nested datatypes: they are decoded, normalized, and rebuilt from their type maps. AUTOMAP_RANDOM_DATATYPES=<n>
// sets how many.
#include "automap/automap.h"
#include "mpi/types/basic_type_handles.h"
#include "mpi/types/decode.h"

#include "layout/cost_model.h"

#include "random_datatype.h"

#include <set>

namespace automap::test {
namespace {

using layout::CostModel;
using layout::TypeMap;
using mpi::decode;
using mpi::Decoded;

bool overlaps(const std::vector<std::int64_t> &displacements) {
  return std::set(displacements.begin(), displacements.end()).size() != displacements.size();
}

/// Expects that `made` transfers the same data as `type`, from and to the same places.
void expect_same(MPI_Datatype type, MPI_Datatype made, const TypeMap &map) {
  const layout::TypeTree tree = decode(type).tree;
  Sizes sizes = sizes_of(type);
  const Sizes sizes_made = sizes_of(made);
  // MPICH's true bounds are wrong for blocks of resized parts, and need not be wrong in the same way for our datatype.
  if (sizes_made.true_lower_bound != sizes.true_lower_bound || sizes_made.true_extent != sizes.true_extent) {
    sizes.true_lower_bound = tree.true_lower_bound();
    sizes.true_extent = tree.true_upper_bound() - tree.true_lower_bound();
  }
  EXPECT_EQ(sizes_made, sizes);
  EXPECT_EQ(flatten(decode(made).tree), map);
  const auto displacements = packed_displacements(type);
  EXPECT_EQ(packed_displacements(made), displacements);
  if (!overlaps(displacements)) {
    EXPECT_EQ(unpacked(made), unpacked(type));
  }
}

TEST(RandomDatatypes, AreDecodedMadeBetterAndMadeAnew) {
  const unsigned first = from_environment("AUTOMAP_RANDOM_SEED", 1);
  const unsigned last = first + amount("AUTOMAP_RANDOM_DATATYPES", 200);
  unsigned cheaper = 0, elements = 0;
  for (unsigned seed = first; seed < last && !testing::Test::HasFailure(); ++seed) {
    const Type type = RandomDatatype(seed)(5);
    const Decoded decoded = decode(type);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + to_string(decoded.tree));
    const TypeMap map = flatten(decoded.tree);
    elements += static_cast<unsigned>(map.size());
    if (mpi::is_open_mpi() && overlaps(packed_displacements(map)))
      continue; // packs blocks that overlap backwards, such as two of three bytes at 7 and 6, as if they were adjacent
    ASSERT_EQ(packed_displacements(map), packed_displacements(type));

    Type better;
    ASSERT_EQ(AM_Type_normalize(type, better.out()), MPI_SUCCESS);
    expect_same(type, better, map);
    const auto before = cost(decoded.tree, CostModel::mpi()), after = cost(decode(better).tree, CostModel::mpi());
    EXPECT_LE(after, before) << to_string(decode(better).tree);
    cheaper += after < before;

    std::vector<MPI_Aint> displacements;
    std::vector<MPI_Datatype> types;
    for (const auto &[basic, displacement] : map) {
      displacements.push_back(displacement);
      types.push_back(mpi::handle_of(basic.id));
    }
    Type anew;
    ASSERT_EQ(AM_Type_from_map(static_cast<MPI_Count>(map.size()), displacements.data(), types.data(),
                               decoded.bounds.lower_bound, decoded.bounds.extent, anew.out()),
              MPI_SUCCESS);
    expect_same(type, anew, map);
  }
  EXPECT_GT(cheaper, (last - first) / 8);
  EXPECT_GT(elements, 20 * (last - first));
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
