// Arrays of structs, and parts of arrays of two and three dimensions. See layouts.h.
#include "layout_makers.h"

#include <algorithm>

namespace automap::test {

/// struct { char; double; int; short; float[3]; }: three holes, the last at the end.
TypeMap array_of_structs(std::size_t n) {
  return StructLayout().add(character).add(real).add(integer).add(short_integer).add(single, 3).array(n);
}

/// struct { double volume; struct { int owner; float area; double normal[3]; } faces[6]; short kind; }.
TypeMap nested_structs(std::size_t n) {
  StructLayout cell;
  cell.add(real);
  for (int face = 0; face < 6; ++face)
    cell.add(integer).add(single).add(real, 3);
  return cell.add(short_integer).array(n);
}

/// An array of one struct with forty members of random types, some of which are short arrays.
TypeMap irregular_structs(std::size_t n) {
  constexpr BasicType types[] = {character, short_integer, integer, single, real};
  Random random(40);
  StructLayout record;
  for (int member = 0; member < 40; ++member) {
    const BasicType type = types[random.below(5)];
    record.add(type, random.below(3) == 0 ? 2 + random.below(3) : 1);
  }
  return record.array(n);
}

/// The inner quarter of a square matrix.
TypeMap submatrix(std::size_t n) {
  const std::int64_t m = side(n, 2), row = 2 * m * 8;
  TypeMap map;
  append_nest(map, real, m / 2 * row + m / 2 * 8, {{m, row}, {m, 8}});
  return map;
}

/// Every third row of a matrix.
TypeMap rows(std::size_t n) {
  const std::int64_t m = side(n, 2);
  TypeMap map;
  append_nest(map, real, 0, {{m, 3 * m * 8}, {m, 8}});
  return map;
}

TypeMap column(std::size_t n) {
  const auto m = static_cast<std::int64_t>(n);
  TypeMap map;
  append_nest(map, real, 0, {{m, 1000 * 8}});
  return map;
}

/// The first row, then the rest of the first column.
TypeMap row_and_column(std::size_t n) {
  const std::int64_t m = static_cast<std::int64_t>(n) / 2 + 1;
  TypeMap map;
  append_nest(map, integer, 0, {{m, 4}});
  append_nest(map, integer, 4 * m, {{m - 1, 4 * m}});
  return map;
}

TypeMap diagonal(std::size_t n) {
  const auto m = static_cast<std::int64_t>(n);
  TypeMap map;
  append_nest(map, real, 0, {{m, (m + 1) * 8}});
  return map;
}

/// Five diagonals of a dense square matrix, row by row.
TypeMap band(std::size_t n) {
  const std::int64_t m = std::max<std::int64_t>(5, pieces(n, 5));
  TypeMap map;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = std::max<std::int64_t>(0, i - 2); j <= std::min(m - 1, i + 2); ++j)
      map.push_back({real, (i * m + j) * 8});
  return map;
}

/// The lower triangle of a square matrix of side m, where m(m + 1)/2 is about n.
TypeMap lower_triangle(std::size_t n) {
  const std::int64_t m = side(2 * n, 2);
  TypeMap map;
  for (std::int64_t i = 0; i < m; ++i)
    append_nest(map, real, i * m * 8, {{i + 1, 8}});
  return map;
}

TypeMap upper_triangle(std::size_t n) {
  const std::int64_t m = side(2 * n, 2);
  TypeMap map;
  for (std::int64_t i = 0; i < m; ++i)
    append_nest(map, real, (i * m + i) * 8, {{m - i, 8}});
  return map;
}

TypeMap face_xy(std::size_t n) {
  const std::int64_t m = side(n, 2);
  TypeMap map;
  append_nest(map, single, 0, {{m, m * 4}, {m, 4}});
  return map;
}

TypeMap face_xz(std::size_t n) {
  const std::int64_t m = side(n, 2);
  TypeMap map;
  append_nest(map, single, 0, {{m, m * m * 4}, {m, 4}});
  return map;
}

TypeMap face_yz(std::size_t n) {
  const std::int64_t m = side(n, 2);
  TypeMap map;
  append_nest(map, single, 0, {{m, m * m * 4}, {m, m * 4}});
  return map;
}

/// The outermost interior cells on each of the six sides of a block with one layer of ghost cells.
TypeMap halo(std::size_t n) {
  const std::int64_t m = side((n + 3) / 6, 2);
  const std::int64_t x = 8, y = (m + 2) * x, z = (m + 2) * y, inner = x + y + z;
  TypeMap map;
  for (const std::int64_t depth : {std::int64_t{0}, m - 1}) {
    append_nest(map, real, inner + depth * z, {{m, y}, {m, x}});
    append_nest(map, real, inner + depth * y, {{m, z}, {m, x}});
    append_nest(map, real, inner + depth * x, {{m, z}, {m, y}});
  }
  return map;
}

} // namespace automap::test
