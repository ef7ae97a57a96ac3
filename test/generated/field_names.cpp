// Tests the fields of datatypes of `automap --fields`: each element must belong to exactly the right one.
#include "mpitypes.h"

#include "automap/automap.h"

#include "mpi/types/decode.h"
#include "mpi/types/field_names.h"

#include "layout/type_map.h"

#include "run_on_all_ranks.h"

#include <cstddef>
#include <set>
#include <string>

namespace {

using namespace automap;

void expect_fields_of_their_own(MPI_Datatype type) {
  std::set<std::string> paths;
  const layout::TypeMap map = flatten(mpi::decode(type).tree);
  for (const layout::TypeMapEntry &entry : map) {
    const std::string path = mpi::field_of(type, entry.displacement);
    EXPECT_FALSE(path.empty()) << entry.displacement;
    paths.insert(path);
  }
  EXPECT_EQ(paths.size(), map.size());
}

TEST(FieldNames, EachElementHasOne) {
  for (const MPI_Datatype type : {AutoMap_cmdline, AutoMap_particle, AutoMap_packed92, AutoMap_packed1, AutoMap_nested,
                                  AutoMap_vec3, AutoMap_wides, AutoMap_integers, AutoMap_links})
    expect_fields_of_their_own(type);
}

#define EXPECT_FIELD(type, path) EXPECT_EQ(mpi::field_of(AutoMap_nested, offsetof(type, path)), #path)

TEST(FieldNames, AreTheRightOnes) {
  EXPECT_FIELD(nested, before);
  EXPECT_FIELD(nested, one.value);
  EXPECT_FIELD(nested, grid[0][0].flag);
  EXPECT_FIELD(nested, grid[1][2].value);
  EXPECT_FIELD(nested, cloud[3].pos[2]);
  EXPECT_FIELD(nested, cloud[0].charge);
  EXPECT_FIELD(nested, unnamed[1].letters[2]);
  EXPECT_FIELD(nested, after);
  EXPECT_EQ(mpi::field_of(AutoMap_nested, offsetof(nested, one.flag) + 1), "one"); // its padding
  EXPECT_EQ(mpi::field_of(AutoMap_links, offsetof(links, next)), "");              // left out
}

TEST(FieldNames, InDifferences) {
  AM_Type_difference difference;
  ASSERT_EQ(AM_Type_compare_counts(2, AutoMap_vec3, 1, AutoMap_particle, &difference), MPI_SUCCESS);
  EXPECT_STREQ(difference.a.field, "x");
  EXPECT_STREQ(difference.b.field, "tag");
  ASSERT_EQ(AM_Type_compare_counts(2, AutoMap_vec3, 4, MPI_DOUBLE, &difference), MPI_SUCCESS);
  EXPECT_STREQ(difference.a.field, "y");
  EXPECT_EQ(difference.a.item, 1);
  EXPECT_STREQ(difference.b.field, "");
}

} // namespace

int main(int argc, char **argv) {
  int rank, size;
  return run_on_all_ranks(argc, argv, rank, size);
}
