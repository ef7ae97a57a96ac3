// Tests reconstruct() on the benchmark's layouts, and checks that the layouts match their names.
#include "cubic_least_cost.h"
#include "layout/reconstruct.h"
#include "layouts.h"
#include "plain_trees.h"
#include "reference_reconstruction.h"

#include "layout/reconstruct.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace automap::test {
namespace {

using layout::BasicType;
using layout::BasicTypeId;
using layout::Cost;
using layout::CostModel;
using layout::TypeMap;
using layout::TypeMapEntry;
using layout::TypeTree;

const TypeTree single = TypeTree::leaf({BasicTypeId::FLOAT, 4}), real = TypeTree::leaf({BasicTypeId::DOUBLE, 8});

TypeMap made(std::string_view name, std::size_t n) { return layout_called(name).make(n); }

std::vector<std::int64_t> displacements(const TypeMap &map) {
  std::vector<std::int64_t> out;
  for (const TypeMapEntry &entry : map)
    out.push_back(entry.displacement);
  return out;
}

std::vector<std::int64_t> gaps(const TypeMap &map) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 1; i < map.size(); ++i)
    out.push_back(map[i].displacement - map[i - 1].displacement);
  return out;
}

/// Returns the papers' constants, and some for which vec or idxbuc are seldom used.
std::vector<CostModel> models() {
  CostModel dear_vec, dear_buckets;
  dear_vec.vec = 30, dear_vec.bucket = 0;
  dear_buckets.idxbuc = 40, dear_buckets.struc = 0, dear_buckets.type = 0;
  return {CostModel::papers(), dear_vec, dear_buckets};
}

layout::Reconstruction reconstructed(const TypeMap &map, const CostModel &model) {
  const layout::Reconstruction found = reconstruct(map, model);
  EXPECT_EQ(flatten(found.tree), map);
  EXPECT_EQ(cost(found.tree, model), found.cost);
  EXPECT_TRUE(found.proved);
  EXPECT_EQ(found.lower_bound, found.cost);
  return found;
}

TEST(Layouts, CostWhatThePapersProgramFinds) {
  for (const Layout &layout : layouts())
    for (const CostModel &model : models()) {
      const TypeMap map = aligned(layout.make(60));
      EXPECT_EQ(reconstructed(map, model).cost, papers_least_cost(map, model)) << layout.name;
    }
}

TEST(Layouts, CostWhatThePlainMethodFinds) {
  for (const Layout &layout : layouts())
    for (const CostModel &model : models())
      for (const std::size_t n : {60, 200}) {
        const TypeMap map = layout.make(n);
        EXPECT_EQ(reconstructed(map, model).cost, layout::cubic_least_cost(map, model)) << layout.name << ' ' << n;
      }
}

TEST(Layouts, CostNoMoreThanWhatIsWrittenByHand) {
  for (const Layout &layout : layouts()) {
    const TypeMap map = layout.make(200);
    const Cost found = reconstruct(map, {}).cost;
    for (const TypeTree &tree : {indexed_tree(map), struct_tree(map)}) {
      EXPECT_EQ(flatten(tree), map) << layout.name;
      EXPECT_LE(found, cost(tree, {})) << layout.name;
    }
  }
}

TEST(Layouts, HaveAboutTheLengthThatIsAskedFor) {
  for (const Layout &layout : layouts()) {
    EXPECT_FALSE(layout.make(1).empty()) << layout.name;
    for (const std::size_t n : {100, 1000, 10'000, 100'000}) {
      const TypeMap map = layout.make(n);
      EXPECT_NEAR(static_cast<double>(map.size()), static_cast<double>(n), 0.2 * static_cast<double>(n)) << layout.name;
      EXPECT_EQ(map, layout.make(n)) << layout.name;
    }
  }
}

TEST(Layouts, OfStructs) {
  const TypeMap structs = made("structs", 21);
  EXPECT_EQ(displacements(structs), (std::vector<std::int64_t>{0,  8,  16, 20,  24,  28,  32, //
                                                               40, 48, 56, 60,  64,  68,  72, //
                                                               80, 88, 96, 100, 104, 108, 112}));
  EXPECT_EQ(structs[10].type.id, BasicTypeId::SHORT);
  const TypeMap nested = made("structs-nested", 64);
  ASSERT_EQ(nested.size(), 64u);
  EXPECT_EQ(nested[31], (TypeMapEntry{{BasicTypeId::SHORT, 2}, 200})); // kind
  EXPECT_EQ(nested[32], (TypeMapEntry{{BasicTypeId::DOUBLE, 8}, 208}));
  for (const char *name : {"structs-irregular", "structs-mixed", "random-types"}) {
    std::int64_t end = 0;
    std::set<BasicTypeId> types;
    for (const TypeMapEntry &entry : made(name, 500)) {
      EXPECT_GE(entry.displacement, end) << name;
      EXPECT_EQ(entry.displacement % entry.type.size_bytes, 0) << name;
      end = entry.displacement + entry.type.size_bytes;
      types.insert(entry.type.id);
    }
    EXPECT_GE(types.size(), 4u) << name;
  }
}

TEST(Layouts, OfMatrices) {
  const auto at = [](std::string_view name, std::size_t n) { return displacements(made(name, n)); };
  using List = std::vector<std::int64_t>;
  EXPECT_EQ(at("submatrix", 4), (List{40, 48, 72, 80})); // rows 1 and 2 of four
  EXPECT_EQ(at("rows", 4), (List{0, 8, 48, 56}));
  EXPECT_EQ(at("column", 3), (List{0, 8000, 16000}));
  EXPECT_EQ(at("row-column", 9), (List{0, 4, 8, 12, 16, 20, 40, 60, 80}));
  EXPECT_EQ(at("diagonal", 3), (List{0, 32, 64}));
  EXPECT_EQ(at("band", 19), (List{0, 8, 16,             //
                                  40, 48, 56, 64,       //
                                  80, 88, 96, 104, 112, //
                                  128, 136, 144, 152,   //
                                  176, 184, 192}));
  EXPECT_EQ(at("triangle-lower", 6), (List{0, 24, 32, 48, 56, 64}));
  EXPECT_EQ(at("triangle-upper", 6), (List{0, 8, 16, 32, 40, 64}));
  EXPECT_EQ(at("face-xy", 4), (List{0, 4, 8, 12}));
  EXPECT_EQ(at("face-xz", 4), (List{0, 4, 16, 20}));
  EXPECT_EQ(at("face-yz", 4), (List{0, 8, 16, 24}));
}

TEST(Layouts, HaloIsTheSixFacesInsideTheGhostCells) {
  constexpr std::int64_t inner = 4;
  const TypeMap map = made("halo", 6 * inner * inner);
  ASSERT_EQ(map.size(), 6u * inner * inner);
  int times_on_a_side[4] = {}; // the number of faces that a cell belongs to
  std::set<std::int64_t> cells;
  for (const std::int64_t displacement : displacements(map)) {
    const std::int64_t cell = displacement / 8, side = inner + 2;
    int sides = 0;
    for (const std::int64_t at : {cell % side, cell / side % side, cell / side / side}) {
      ASSERT_GE(at, 1);
      ASSERT_LE(at, inner);
      sides += at == 1 || at == inner;
    }
    if (cells.insert(cell).second)
      ++times_on_a_side[sides];
  }
  EXPECT_EQ(times_on_a_side[0], 0);
  EXPECT_EQ(times_on_a_side[1], 6 * 4);
  EXPECT_EQ(times_on_a_side[2], 12 * 2);
  EXPECT_EQ(times_on_a_side[3], 8);
}

TEST(Layouts, OfApplicationsAreTheTypesThatTheseUse) {
  // Six variables, and two blocks of 2 x 2 x 2 cells with one guard cell on each side.
  EXPECT_EQ(
      made("flash", 96),
      flatten(TypeTree::idx(
          {48 + 192 + 768},
          TypeTree::vec(
              6, 8,
              TypeTree::vec(2, 3072, TypeTree::vec(2, 768, TypeTree::vec(2, 192, TypeTree::vec(2, 48, real))))))));
  EXPECT_EQ(made("flash", 1'000'000).size(), 81u * 24 * 512);
  // Two parities, one time, and half of 4 x 4 sites; 4 x 4 x 4 x 1 sites in all.
  EXPECT_EQ(made("milc", 96), flatten(TypeTree::vec(2, 768, TypeTree::vec(8, 24, TypeTree::vec(6, 4, single)))));
  // Three cells out of 16, five rows, and four levels out of five.
  const TypeMap wrf = made("wrf", 5 * 3 * (4 + 4 * 8));
  ASSERT_EQ(wrf.size(), 540u);
  const TypeTree array_2d = TypeTree::vec(5, 64, TypeTree::vec(3, 4, single));
  const TypeTree array_3d = TypeTree::vec(5, 320, TypeTree::vec(4, 64, TypeTree::vec(3, 4, single)));
  EXPECT_EQ(TypeMap(wrf.begin(), wrf.begin() + 15), flatten(TypeTree::idx({16 + 4 * (3 + 3 * 16)}, array_2d)));
  EXPECT_EQ(aligned({wrf.begin() + 60, wrf.begin() + 120}), flatten(array_3d));
  EXPECT_TRUE(std::ranges::is_sorted(displacements(wrf)));
}

TEST(Layouts, MilcEvenSitesAreEven) {
  const TypeMap map = made("milc-even", 6 * 36 / 2 * 5); // 6 x 6 sites, five times
  ASSERT_EQ(map.size(), 540u);
  std::set<std::int64_t> sites;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const std::int64_t site = map[i].displacement / 24;
    EXPECT_EQ(map[i].displacement % 24, static_cast<std::int64_t>(i % 6 * 4));
    EXPECT_EQ((site % 6 + site / 6 % 6 + site / 216) % 2, 0);
    EXPECT_EQ(site / 36 % 6, 0); // z
    sites.insert(site);
  }
  EXPECT_EQ(sites.size(), 90u);
}

TEST(Layouts, OfIndexListsUseOneListForAllArrays) {
  const TypeMap lammps = made("lammps-arrays", 800);
  ASSERT_EQ(lammps.size(), 800u);
  for (std::size_t atom = 0; atom < 100; ++atom)
    for (std::size_t array = 0; array < 5; ++array)
      EXPECT_EQ(3 * (lammps[300 + 100 * array + atom].displacement - lammps[300 + 100 * array].displacement),
                lammps[3 * atom].displacement - lammps[0].displacement);
  const auto records = [](std::string_view name, const std::vector<std::int64_t> &offsets, std::int64_t extent) {
    std::vector<std::int64_t> indices;
    const TypeMap map = made(name, 600);
    for (std::size_t i = 0; i < map.size(); ++i) {
      EXPECT_EQ(map[i].displacement % extent, offsets[i % offsets.size()]) << name;
      if (i % offsets.size() == 0)
        indices.push_back(map[i].displacement / extent);
    }
    return indices;
  };
  EXPECT_TRUE(std::ranges::is_sorted(records("lammps-atoms", {0, 8, 16, 24, 32, 40}, 64)));
  EXPECT_TRUE(std::ranges::is_sorted(records("mesh-faces", {0, 4, 8, 16, 24}, 32)));
  EXPECT_FALSE(std::ranges::is_sorted(records("mesh-vertices", {0, 8, 16}, 24)));
}

TEST(Layouts, BlockSparseMatricesHaveTheSameBlocksInEitherOrder) {
  const TypeMap by_block = made("block-sparse", 800), by_row = made("block-sparse-rows", 800);
  EXPECT_TRUE(std::ranges::is_sorted(displacements(by_row)));
  auto sorted = displacements(by_block);
  std::ranges::sort(sorted);
  EXPECT_EQ(sorted, displacements(by_row));
  const std::int64_t row = 10 * 4 * 8;
  for (std::size_t block = 0; block < 50; ++block) {
    const TypeMap one(by_block.begin() + static_cast<std::ptrdiff_t>(16 * block),
                      by_block.begin() + static_cast<std::ptrdiff_t>(16 * block + 16));
    EXPECT_EQ(aligned(one), flatten(TypeTree::vec(4, row, TypeTree::vec(4, 8, real))));
    EXPECT_EQ(one[0].displacement / row, static_cast<std::int64_t>(block / 5 * 4));
    EXPECT_EQ(one[0].displacement % 32, 0);
  }
}

TEST(Layouts, OfWords) {
  using List = std::vector<std::int64_t>;
  EXPECT_EQ(gaps(made("fibonacci-gaps", 14)), (List{4, 8, 4, 4, 8, 4, 8, 4, 4, 8, 4, 4, 8}));
  EXPECT_EQ(gaps(made("thue-morse-gaps", 9)), (List{4, 8, 8, 4, 8, 4, 4, 8}));
  for (const char *word : {"fibonacci", "thue-morse"}) {
    const TypeMap types = made(std::string(word) + "-types", 99), between = made(std::string(word) + "-gaps", 100);
    for (std::size_t i = 0; i < types.size(); ++i) {
      EXPECT_EQ(types[i].displacement, static_cast<std::int64_t>(4 * i));
      EXPECT_EQ(types[i].type.id, gaps(between)[i] == 4 ? BasicTypeId::INT : BasicTypeId::FLOAT) << word << i;
    }
  }
  const List de_bruijn = gaps(made("de-bruijn", 257)); // its order is nine
  std::set<List> words;
  for (auto first = de_bruijn.begin(); first + 9 <= de_bruijn.end(); ++first)
    EXPECT_TRUE(words.emplace(first, first + 9).second);
}

TEST(Layouts, RandomGapsTakeAllValues) {
  std::set<std::int64_t> two, many;
  for (const std::int64_t gap : gaps(made("random-2-gaps", 100)))
    two.insert(gap);
  for (const std::int64_t gap : gaps(made("random-gaps", 100'000)))
    many.insert(gap);
  EXPECT_EQ(two, (std::set<std::int64_t>{4, 8}));
  EXPECT_EQ(many.size(), 1000u);
  EXPECT_EQ(*many.rbegin(), 4000);
}

TEST(Layouts, DistinctTokensTellTypesAndDistancesApart) {
  EXPECT_EQ(distinct_tokens(made("column", 50)), 1u);
  EXPECT_EQ(distinct_tokens(made("row-column", 51)), 2u);
  EXPECT_EQ(distinct_tokens(made("structs", 14)), 6u);         // float to float twice, and to the next struct
  EXPECT_EQ(distinct_tokens(made("fibonacci-types", 50)), 3u); // no two floats in a row
  EXPECT_EQ(distinct_tokens({}), 0u);
}

TEST(PlainTrees, AreWhatTheMpiCallsStore) {
  const TypeMap figure_2 = made("row-column", 19); // eleven adjacent ones and eight single ones
  EXPECT_EQ(cost(indexed_tree(figure_2), {}), 4 + 2 * 9 + 2);
  EXPECT_EQ(cost(struct_tree(figure_2), {}), 2 + 2 * 9 + 6 + 8 * 2);
  EXPECT_EQ(to_string(indexed_tree(made("face-xy", 100))), "vec(100, 4, leaf(MPI_FLOAT))");
  EXPECT_EQ(to_string(indexed_tree(made("structs", 7))),
            "struc(5, <0, 8, 16, 20, 24>, <leaf(MPI_CHAR), leaf(MPI_DOUBLE), leaf(MPI_INT), leaf(MPI_SHORT), "
            "vec(3, 4, leaf(MPI_FLOAT))>)");
}

} // namespace
} // namespace automap::test
