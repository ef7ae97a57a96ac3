#include "record.h"

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
  grid.fields = {basic("name", 0, {BasicTypeId::CHAR, 1}, {3}), of_record("cells", 4, survey, 0, {2, 3}),
                 next, of_record("", 40, survey, 1)};
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
  for (const auto &[offset, path] : cases)
    EXPECT_EQ(field_path(survey, grid, offset), path) << offset;
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

TEST(Record, TreeFollowsTheFields) {
  const Survey survey = example();
  EXPECT_EQ(to_string(survey.records[2].tree),
            "struc(3, <0, 4, 40>, <vec(3, 1, leaf(MPI_CHAR)), "
            "vec(6, 4, struc(2, <0, 2>, <leaf(MPI_SHORT), leaf(MPI_CHAR)>)), leaf(MPI_INT)>)");
}

} // namespace
} // namespace automap
