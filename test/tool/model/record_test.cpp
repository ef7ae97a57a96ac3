#include "model/record.h"

#include <gtest/gtest.h>

namespace automap {
namespace {

using layout::BasicType;
using layout::BasicTypeId;

Field basic(std::string name, std::uint64_t offset, BasicType type, std::vector<std::uint64_t> extents = {}) {
  Field field;
  field.name = std::move(name);
  field.offset_bytes = offset;
  field.extents = std::move(extents);
  field.basic = type;
  field.stride_bytes = type.size_bytes;
  field.size_bytes = field.element_count() * type.size_bytes;
  return field;
}

Field of_record(std::string name, std::uint64_t offset, const Survey &survey, std::size_t record,
                std::vector<std::uint64_t> extents = {}) {
  Field field;
  field.name = std::move(name);
  field.offset_bytes = offset;
  field.extents = std::move(extents);
  field.content = Field::Content::record;
  field.record = record;
  field.stride_bytes = survey.records[record].size_bytes;
  field.size_bytes = field.element_count() * field.stride_bytes;
  return field;
}

/// struct cell { short id; char tag; }                   4 bytes: tag at 2
/// struct grid { char name[3]; struct cell cells[2][3]; void *next (ignored); struct { int x; }; }
Survey example() {
  Survey survey;
  Record cell;
  cell.size_bytes = 4;
  cell.fields = {basic("id", 0, {BasicTypeId::SHORT, 2}), basic("tag", 2, {BasicTypeId::CHAR, 1})};
  cell.tree = tree_of(survey, cell);
  survey.records.push_back(cell);
  Record unnamed;
  unnamed.size_bytes = 4;
  unnamed.fields = {basic("x", 0, {BasicTypeId::INT, 4})};
  unnamed.tree = tree_of(survey, unnamed);
  survey.records.push_back(unnamed);
  Record grid;
  grid.size_bytes = 48;
  Field next = basic("next", 32, {BasicTypeId::BYTE, 8});
  next.content = Field::Content::ignored;
  grid.fields = {basic("name", 0, {BasicTypeId::CHAR, 1}, {3}), of_record("cells", 4, survey, 0, {2, 3}), next,
                 of_record("", 40, survey, 1)};
  grid.tree = tree_of(survey, grid);
  survey.records.push_back(grid);
  return survey;
}

TEST(Record, FieldPaths) {
  const Survey survey = example();
  const Record &grid = survey.records[2];
  const std::pair<std::uint64_t, const char *> cases[] = {
      {0, "name"},
      {2, "name[2]"},
      {3, ""},
      {4, "cells[0][0].id"},
      {6, "cells[0][0].tag"},
      {4 + 4 * 5, "cells[1][2].id"},
      {32, "next"},
      {40, "x"},
      {44, ""},
  };
  FieldPaths paths(survey);
  for (const auto &[offset, path] : cases)
    EXPECT_EQ(paths.at(grid, offset), path) << offset;
}

/// A search through all fields for each of them would take hours.
TEST(Record, FieldPathsOfVeryManyFields) {
  constexpr std::uint64_t count = 300'000;
  Survey survey;
  Record &many = survey.records.emplace_back();
  for (std::uint64_t i = 0; i < count; ++i)
    many.fields.push_back(basic(std::to_string(i), 8 * i, {BasicTypeId::INT, 4}));
  FieldPaths paths(survey);
  for (std::uint64_t i = 0; i < count; ++i)
    ASSERT_EQ(paths.at(many, 8 * i + 3), std::to_string(i));
  EXPECT_EQ(paths.at(many, 4), "");
}

TEST(Record, PaddingAtAnyDepthButNotIgnoredFields) {
  const Survey survey = example();
  const Record &grid = survey.records[2];
  const Padding pad = padding(survey, grid, runs(grid.tree));
  std::vector<std::pair<std::int64_t, std::int64_t>> holes;
  for (const Bytes &hole : pad.holes)
    holes.emplace_back(hole.offset, hole.size);
  const std::vector<std::pair<std::int64_t, std::int64_t>> expected = {{3, 1},  {7, 1},  {11, 1}, {15, 1},
                                                                       {19, 1}, {23, 1}, {27, 5}};
  EXPECT_EQ(holes, expected);
  EXPECT_EQ(pad.tail_bytes, 4);
}

/// struct base { int a; char b; };  struct derived : base { c: 3 bits and d: 10 bits at 5; float v[2]; union
/// … }
Survey derived_example() {
  Survey survey;
  Record base;
  base.kind = "struct";
  base.size_bytes = 8;
  base.fields = {basic("a", 0, {BasicTypeId::INT, 4}), basic("b", 4, {BasicTypeId::CHAR, 1})};
  base.tree = tree_of(survey, base);
  survey.records.push_back(base);
  Record derived;
  derived.kind = "struct";
  derived.size_bytes = 24;
  Field inherited = of_record("", 0, survey, 0);
  inherited.is_base = true;
  inherited.size_bytes = 5; // its tail padding is reused
  Field c = basic("c", 5, {BasicTypeId::BYTE, 1}), d = c;
  c.content = d.content = Field::Content::bits;
  d.name = "d";
  d.size_bytes = d.stride_bytes = 2;
  Field vector = basic("v", 8, {BasicTypeId::FLOAT, 4});
  vector.basic_count = 2;
  vector.size_bytes = vector.stride_bytes = 8;
  Field whole = basic("whole", 16, {BasicTypeId::LONG, 8}), part = basic("part", 16, {BasicTypeId::INT, 4});
  whole.content = Field::Content::ignored;
  derived.fields = {inherited, c, d, vector, whole, part};
  derived.tree = tree_of(survey, derived);
  survey.records.push_back(derived);
  return survey;
}

TEST(Record, BitFieldsShareBytes) {
  const Survey survey = derived_example();
  const std::vector<Bytes> bytes = bit_field_bytes(survey.records[1]);
  ASSERT_EQ(bytes.size(), 2u);
  EXPECT_EQ(bytes[0].offset, 5);
  EXPECT_EQ(bytes[0].size, 1);
  EXPECT_EQ(bytes[1].offset, 6);
  EXPECT_EQ(bytes[1].size, 1);
  EXPECT_EQ(to_string(survey.records[1].tree),
            "struc(5, <0, 4, 5, 8, 16>, <leaf(MPI_INT), leaf(MPI_CHAR), vec(2, 1, leaf(MPI_BYTE)), "
            "vec(2, 4, leaf(MPI_FLOAT)), leaf(MPI_INT)>)");
}

TEST(Record, FieldsOfBasesAndUnionsHaveTheirNames) {
  const Survey survey = derived_example();
  const Record &derived = survey.records[1];
  const std::pair<std::uint64_t, const char *> cases[] = {{0, "a"}, {4, "b"},  {5, "c"},     {6, "d"},
                                                          {8, "v"}, {12, "v"}, {16, "part"}, {20, "whole"}};
  FieldPaths paths(survey);
  for (const auto &[offset, path] : cases)
    EXPECT_EQ(paths.at(derived, offset), path) << offset;
  const Padding pad = padding(survey, derived, runs(derived.tree));
  ASSERT_EQ(pad.holes.size(), 1u);
  EXPECT_EQ(pad.holes[0].offset, 7);
  EXPECT_EQ(pad.tail_bytes, 0);
}

TEST(Record, IsDescribedAsPeopleCallIt) {
  Record record;
  record.kind = "struct";
  EXPECT_EQ(describe(record), "struct (unnamed)");
  record.qualified = record.spelling = "particle";
  EXPECT_EQ(describe(record), "particle");
  record.tagged = true;
  record.spelling = "struct particle";
  record.view = "ghost";
  EXPECT_EQ(describe(record), "struct particle, view ghost");
}

TEST(Record, TreeFollowsTheFields) {
  const Survey survey = example();
  EXPECT_EQ(to_string(survey.records[2].tree),
            "struc(3, <0, 4, 40>, <vec(3, 1, leaf(MPI_CHAR)), "
            "vec(6, 4, struc(2, <0, 2>, <leaf(MPI_SHORT), leaf(MPI_CHAR)>)), leaf(MPI_INT)>)");
}

} // namespace
} // namespace automap
