// Layouts of data that applications exchange. See layouts.h.
#include "layout_makers.h"

#include <algorithm>
#include <set>

namespace automap::test {

/// Blocks of cells, with guard cells half as wide as the block on each side. The variables of a cell are adjacent in
/// memory but are written one after the other. At full size: 24 variables, 8 x 8 x 8 cells and 80 blocks.
TypeMap flash(std::size_t n) {
  const std::int64_t m = n < 500 ? 2 : n < 5000 ? 4 : 8;
  const std::int64_t variables = std::clamp<std::int64_t>(pieces(n, 2 * m * m * m), 2, 24);
  const std::int64_t blocks = pieces(n, m * m * m * variables);
  const std::int64_t x = variables * 8, y = 2 * m * x, z = 2 * m * y, block = 2 * m * z;
  TypeMap map;
  append_nest(map, real, m / 2 * (x + y + z), {{variables, 8}, {blocks, block}, {m, z}, {m, y}, {m, x}});
  return map;
}

/// A halo three cells wide in x of four 2-D, three 3-D and two 4-D arrays, each allocated separately.
TypeMap wrf(std::size_t n) {
  constexpr std::int64_t width = 3, arrays_2d = 4, arrays_3d = 3, scalars[] = {2, 3};
  const std::int64_t levels = n < 500 ? 1 : n < 5000 ? 4 : 20;
  const std::int64_t rows = pieces(n, width * (arrays_2d + levels * (arrays_3d + scalars[0] + scalars[1])));
  const std::int64_t x = 4, y_2d = (width + 13) * x, level = y_2d, y_3d = (levels + 1) * level;
  const std::int64_t bytes_2d = y_2d * (rows + 6), bytes_3d = y_3d * (rows + 6);
  const std::int64_t corner_2d = 3 * x + 3 * y_2d, corner_3d = 3 * x + 3 * y_3d;
  std::int64_t heap = 0;
  const auto allocate = [&](std::int64_t bytes) {
    const std::int64_t at = heap + 16;
    heap = (at + bytes + 4095) / 4096 * 4096;
    return at;
  };
  TypeMap map;
  for (std::int64_t array = 0; array < arrays_2d; ++array)
    append_nest(map, single, allocate(bytes_2d) + corner_2d, {{rows, y_2d}, {width, x}});
  for (std::int64_t array = 0; array < arrays_3d; ++array)
    append_nest(map, single, allocate(bytes_3d) + corner_3d, {{rows, y_3d}, {levels, level}, {width, x}});
  for (const std::int64_t count : scalars) // the first scalar of a 4-D array is not sent
    append_nest(map, single, allocate((count + 1) * bytes_3d) + bytes_3d + corner_3d,
                {{count, bytes_3d}, {rows, y_3d}, {levels, level}, {width, x}});
  return map;
}

/// The su3_zdown exchange: an su3 vector is six floats, and even and odd sites are stored separately.
TypeMap milc(std::size_t n) {
  const std::int64_t l = std::max<std::int64_t>(4, side(n / 6, 3) / 2 * 2);
  const std::int64_t times = pieces(n, 6 * l * l);
  const std::int64_t vector = 6 * 4, time = vector * l * l * l / 2;
  TypeMap map;
  append_nest(map, single, 0, {{2, time * times}, {times, time}, {l * l / 2, vector}, {6, 4}});
  return map;
}

/// The even sites of one z plane if all sites are stored in lexicographic order.
TypeMap milc_even_sites(std::size_t n) {
  const std::int64_t l = std::max<std::int64_t>(4, side(n / 3, 3) / 2 * 2);
  const std::int64_t times = pieces(n, 3 * l * l);
  const std::int64_t vector = 6 * 4, y_stride = vector * l, time = y_stride * l * l;
  TypeMap map;
  for (std::int64_t t = 0; t < times; ++t)
    for (std::int64_t y = 0; y < l; ++y)
      append_nest(map, single, t * time + y * y_stride + (t + y) % 2 * vector, {{l / 2, 2 * vector}, {6, 4}});
  return map;
}

namespace {

/// Ascending indices, each chosen with probability 1 / `in`, as they occur at the border of a partition.
std::vector<std::int64_t> border(std::int64_t count, std::int64_t in, unsigned seed) {
  Random random(seed);
  std::vector<std::int64_t> indices;
  for (std::int64_t i = 0; static_cast<std::int64_t>(indices.size()) < count; ++i)
    if (random.below(in) == 0)
      indices.push_back(i);
  return indices;
}

/// The block columns that each block row of a sparse matrix stores: the diagonal and four others.
std::vector<std::set<std::int64_t>> sparse_blocks(std::int64_t rows, std::int64_t columns) {
  Random random(80);
  std::vector<std::set<std::int64_t>> blocks;
  for (std::int64_t i = 0; i < rows; ++i) {
    std::set<std::int64_t> row = {i};
    while (row.size() < 5)
      row.insert(random.below(columns));
    blocks.push_back(std::move(row));
  }
  return blocks;
}

} // namespace

/// The faces, struct { int owner, neighbour; double normal[3]; }, at the border to another partition.
TypeMap mesh_faces(std::size_t n) {
  const StructLayout face = StructLayout().add(integer, 2).add(real, 3);
  TypeMap map;
  for (const std::int64_t i : border(pieces(n, 5), 8, 8))
    face.append_to(map, i * face.extent());
  return map;
}

/// The coordinates of the four vertices of each cell. Vertices have numbers close to those of their cells.
TypeMap mesh_vertices(std::size_t n) {
  Random random(12);
  const std::int64_t cells = pieces(n, 12);
  TypeMap map;
  for (std::int64_t cell = 0; cell < cells; ++cell)
    for (int corner = 0; corner < 4; ++corner)
      append_nest(map, real, (cell + random.below(50)) * 24, {{3, 8}});
  return map;
}

/// Blocks of 4 x 4 in a dense matrix, block by block.
TypeMap block_sparse(std::size_t n) {
  const std::int64_t rows = pieces(n, 80), columns = std::max<std::int64_t>(8, rows), row = columns * 4 * 8;
  TypeMap map;
  std::int64_t at = 0;
  for (const std::set<std::int64_t> &blocks : sparse_blocks(rows, columns)) {
    for (const std::int64_t column : blocks)
      append_nest(map, real, at + column * 32, {{4, row}, {4, 8}});
    at += 4 * row;
  }
  return map;
}

/// The same blocks, stored row by row.
TypeMap block_sparse_rows(std::size_t n) {
  const std::int64_t rows = pieces(n, 80), columns = std::max<std::int64_t>(8, rows), row = columns * 4 * 8;
  TypeMap map;
  std::int64_t at = 0;
  for (const std::set<std::int64_t> &blocks : sparse_blocks(rows, columns))
    for (int line = 0; line < 4; ++line, at += row)
      for (const std::int64_t column : blocks)
        append_nest(map, real, at + column * 32, {{4, 8}});
  return map;
}

/// The lammps_full exchange: positions, then five arrays of one double per atom, all for the same list of atoms.
TypeMap lammps_arrays(std::size_t n) {
  const std::vector<std::int64_t> atoms = border(pieces(n, 8), 4, 6);
  const std::int64_t length = (atoms.back() + 1) * 8;
  TypeMap map;
  for (const std::int64_t atom : atoms)
    append_nest(map, real, atom * 24, {{3, 8}});
  for (int array = 0; array < 5; ++array)
    for (const std::int64_t atom : atoms)
      map.push_back({real, (3 + array) * length + atom * 8});
  return map;
}

/// The lammps_atomic exchange as an array of atoms, which sends six of each atom's eight doubles.
TypeMap lammps_atoms(std::size_t n) {
  TypeMap map;
  for (const std::int64_t atom : border(pieces(n, 6), 4, 6))
    append_nest(map, real, atom * 64, {{6, 8}});
  return map;
}

} // namespace automap::test
